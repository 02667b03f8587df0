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

// Who comes by a code comes under the name that stands in the hall.
document.querySelector('form.code')?.addEventListener('submit', e => { e.target.elements.name.value = document.getElementById('name').value; });

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

// A step of the replay, or other eyes, change the page in place: where it is scrolled to, what is unfolded, the slider
// in somebody's hand and the focus stay. Of steps asked for in haste only the last is shown. The browser's arrow leads
// back to before a jump or other eyes; steps leave no trace there, so that one is soon out of the replay.
const reel = document.querySelector('.hall.replay');
let coming = null, shown = location.search;

async function show(address, jump = false) {
  if (coming?.address === address) return;
  coming?.stop.abort();
  const mine = coming = { address, stop: new AbortController() };
  try {
    const answer = await fetch(address, { signal: mine.stop.signal });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.hall.replay');
    if (coming !== mine) return;
    coming = null;
    if (address !== location.href) history[jump ? 'pushState' : 'replaceState'](null, '', address);
    shown = location.search;
    change(page);
  } catch {
    if (coming === mine) location.assign(address);                    // as it goes without this script
  }
}

function centre(list, line) {                                        // other lines have come: here is the one that is shown
  if (!line) return;
  const a = line.getBoundingClientRect(), b = list.getBoundingClientRect();
  list.scrollBy(a.left - b.left - (b.width - a.width) / 2, a.top - b.top - (b.height - a.height) / 2);
}

function change(page) {
  const find = (part, where = reel) => where.querySelector(part);
  const name = e => e.id ? `#${e.id}` : e.dataset.key ? `[data-key="${e.dataset.key}"]` : e.matches('a') ? `a:not([data-key])[href="${CSS.escape(e.getAttribute('href'))}"]` : '';
  const at = reel.contains(document.activeElement) ? name(document.activeElement) : '';
  const folds = [...reel.querySelectorAll('details')].map(e => e.open), told = find('.told ol') ?? {}, { scrollLeft, scrollTop } = told, first = find('.told a')?.href, eyes = find('.eyes')?.scrollLeft;
  const slider = find('#n'), caption = find('.caption'), now = find('#n', page);
  Object.assign(slider, { max: now.max, value: now.value });
  caption.textContent = find('.caption', page).textContent;            // the same element, so that it is read out
  now.replaceWith(slider);
  find('.caption', page).replaceWith(caption);
  for (const part of ['.eyes', '.reel', '.picture', '.cuts']) find(part)?.replaceChildren(...find(part, page).childNodes);
  reel.querySelectorAll('details').forEach((e, i) => { e.open = folds[i] ?? false; });
  if (find('.told ol')) Object.assign(find('.told ol'), { scrollLeft, scrollTop });
  if (find('.told a')?.href !== first) centre(find('.told ol'), find('.told [aria-current]'));
  if (find('.eyes')) find('.eyes').scrollLeft = eyes;
  if (at && at !== name(document.activeElement)) (find(at) ?? slider).focus({ preventScroll: true });
}

if (reel) {
  reel.addEventListener('click', e => {
    const link = e.target.closest('a[href^="?"]');
    if (!link || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    show(link.href, !link.closest('.steps'));
  });
  reel.addEventListener('submit', e => {
    if (!e.target.matches('[data-auto]')) return;
    e.preventDefault();
    show(`${location.pathname}?${new URLSearchParams(new FormData(e.target))}`);
  });
  addEventListener('popstate', () => { if (location.search !== shown) show(location.href); });
}

// After a game: has somebody laid another one for all of us? It is asked on, for they may still choose which.
const next = document.querySelector('[data-next]');
let asked = 0;
async function lookForNext() {
  if (!document.hidden) {
    try {
      const found = await (await fetch(next.dataset.next)).json();
      if (found.path) {
        const link = next.querySelector('a') ?? document.createElement('a'), gaps = { HOST: found.host, GAME: found.game };
        const words = next.dataset.words.replace(/HOST|GAME/g, gap => gaps[gap]);
        Object.assign(link, { href: found.path, className: 'btn gold' });
        if (link.textContent !== words) link.textContent = words;
        if (!link.isConnected) next.replaceChildren(link);
        next.hidden = false;
      }
    } catch { /* another time */ }
  }
  if (++asked < 200) setTimeout(lookForNext, 3000);
}
if (next) lookForNext();
