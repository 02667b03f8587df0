// Comfort for the pages around the tables; every page also works without it.
const root = document.documentElement;
root.classList.add('js');

const light = () => (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')) === 'light';

function changeTheme() {
  root.dataset.theme = light() ? 'dark' : 'light';
  try { localStorage.theme = root.dataset.theme; } catch { /* private window: the choice lasts for this page */ }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy), word = button.textContent;
  try { await navigator.clipboard.writeText(field.value); } catch { field.select(); return; }
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = word; }, 1600);
}

// Phones have a way of their own to pass a text on.
for (const button of document.querySelectorAll('[data-share]')) button.hidden = !navigator.share;
const share = button => navigator.share({ text: document.getElementById(button.dataset.share).value }).catch(() => { /* closed */ });

document.addEventListener('click', e => {
  const theme = e.target.closest('[data-local=theme]'), copier = e.target.closest('[data-copy]'), sharer = e.target.closest('[data-share]');
  if (theme && !document.body.dataset.live) changeTheme();           // where live.js runs, it does that
  if (copier) copy(copier);
  if (sharer) share(sharer);
});

// A form that is on its way says so, and goes once.
document.addEventListener('submit', e => {
  const button = e.submitter, form = e.target;
  if (e.defaultPrevented || form.method !== 'post') return;
  if (form.getAttribute('aria-busy')) return void e.preventDefault();
  form.setAttribute('aria-busy', 'true');
  button?.classList.add('busy');
});
addEventListener('pageshow', () => {                                 // back again by the browser's arrow
  for (const form of document.querySelectorAll('[aria-busy]')) form.removeAttribute('aria-busy');
  for (const button of document.querySelectorAll('.busy')) button.classList.remove('busy');
});

// The chairs hide by CSS; a choice that is not possible with so many chairs gives way to the usual one.
document.addEventListener('change', e => {
  if (e.target.name !== 'seats') return;
  const fits = input => (input.closest('label').dataset.seats ?? e.target.value).split(' ').includes(e.target.value);
  for (const option of e.target.form.querySelectorAll('.option')) {
    const chosen = option.querySelector(':checked');
    if (chosen && fits(chosen)) continue;
    const other = [...option.querySelectorAll('input')].find(fits);
    if (other) other.checked = true;
  }
});

// Replay: the slider goes by itself, the arrow keys follow the links that name them.
document.addEventListener('input', e => {
  const out = e.target.form?.matches('[data-auto]') && e.target.form.querySelector('output');
  if (out) out.textContent = out.textContent.replace(/\d+/, e.target.value);
});
document.addEventListener('change', e => { if (e.target.form?.matches('[data-auto]')) e.target.form.requestSubmit(); });
document.addEventListener('keydown', e => {
  if (e.target.closest('input, select, textarea') || e.ctrlKey || e.metaKey || e.altKey) return;
  document.querySelector(`a[data-key="${CSS.escape(e.key)}"]`)?.click();
});

// The control that went to another step, or to other eyes, by keyboard has the focus there, too.
const reel = document.querySelector('.hall.replay');
if (reel) {
  const control = e => e.id || e.dataset.key;
  addEventListener('pagehide', () => {
    const at = document.activeElement;
    try {
      if (at.matches('.reel *, .eyes a') && at.matches(':focus-visible')) sessionStorage.reel = control(at);
      else sessionStorage.removeItem('reel');
    } catch { /* storage is off */ }
  });
  let last = null;
  try { last = sessionStorage.reel; sessionStorage.removeItem('reel'); } catch { /* storage is off */ }
  const all = [...reel.querySelectorAll('.reel a[data-key], #n, .eyes a')];
  if (last) (all.find(e => control(e) === last) ?? reel.querySelector('#n')).focus({ preventScroll: true });
}

// After a game: has somebody laid another one for all of us?
const next = document.querySelector('[data-next]');
let asked = 0;
async function lookForNext() {
  if (!document.hidden) {
    try {
      const found = await (await fetch(next.dataset.next)).json();
      if (found.path) {
        const link = document.createElement('a');
        link.href = found.path;
        link.className = 'btn gold';
        link.textContent = next.dataset.words.replace('HOST', found.host);
        next.replaceChildren(link);
        next.hidden = false;
        return;
      }
    } catch { /* another time */ }
  }
  if (++asked < 200) setTimeout(lookForNext, 3000);
}
if (next) lookForNext();
