// The chosen theme is set before the first paint. Loaded blocking in <head>.
try { if (localStorage.theme) document.documentElement.dataset.theme = localStorage.theme; } catch { /* storage is off */ }
