// Live table client. The server owns state, rules and HTML; this file sends actions, shows pictures one after the other,
// keeps focus and moves pieces. No build step, no dependency, no game knowledge.
const $ = id => document.getElementById(id);
const reduce = matchMedia('(prefers-reduced-motion: reduce)');
const MS = 420, EASE = 'cubic-bezier(.2,.8,.25,1)', PACES = { calm: 1, brisk: .5, off: 0 };
const table = $('table'), body = document.body;
let link, version = +(body.dataset.v ?? -1), fresh = true;

// ---- small memory that survives a closed storage ----------------------------------------------------------------------
const recall = name => { try { return localStorage.getItem(name); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* storage is off */ } };

// ---- morph: make `a` look like `b`, keeping elements whose key (id or data-k) agrees -----------------------------------
const key = n => n.nodeType === 1 ? n.id || n.dataset.k || '' : '';
const put = (parent, n, ref) => parent.moveBefore && n.isConnected ? parent.moveBefore(n, ref) : parent.insertBefore(n, ref);
export function morph(a, b) {
  for (const { name } of [...a.attributes]) if (!b.hasAttribute(name) && !(name === 'open' && a.nodeName === 'DETAILS')) a.removeAttribute(name);   // what is unfolded is the reader's own
  for (const { name, value } of b.attributes) if (a.getAttribute(name) !== value) a.setAttribute(name, value);
  const old = new Map();
  for (const c of a.children) if (key(c)) old.set(key(c), c);
  let cur = a.firstChild;
  for (const n of [...b.childNodes]) {
    const k = key(n);
    let m = k ? old.get(k) : cur;
    if (!k) while (m && key(m)) m = m.nextSibling;                         // never recycle a keyed node for another thing
    if (m && m.nodeName === n.nodeName) {
      if (m === cur) cur = cur.nextSibling; else put(a, m, cur);
      old.delete(k);
      if (m.nodeType !== 1) { if (m.data !== n.data) m.data = n.data; }
      else if (!m.isEqualNode(n)) morph(m, n);
    } else a.insertBefore(n, cur);
  }
  while (cur) { const x = cur.nextSibling; cur.remove(); cur = x; }
}
function swap(id, html) {
  const host = $(id);
  if (!host) return;
  const t = document.createElement('template'), next = host.cloneNode(false);
  t.innerHTML = html;
  next.append(t.content);
  morph(host, next);
}
function replace(id, html) {                                                // one piece, its own tag included
  const host = $(id), t = document.createElement('template');
  t.innerHTML = html;
  if (host) morph(host, t.content.firstElementChild);
}

function muted() {                                                          // whose chat is not shown on this page
  for (const el of document.querySelectorAll('[data-mute]')) el.setAttribute('aria-pressed', body.classList.contains(`mute-${el.dataset.mute}`));
}

// ---- one message -> one picture ------------------------------------------------------------------------------------------
function render(m) {
  const a = document.activeElement, host = a?.closest('[data-region]');
  const list = () => [...host.querySelectorAll('[data-action]')], i = host ? list().indexOf(a) : -1;
  if (m.me !== undefined) { table.dataset.me = m.me ?? ''; table.style.setProperty('--me', m.me ?? 0); }
  for (const [id, html] of Object.entries(m.html ?? {})) swap(id, html);
  for (const [id, html] of Object.entries(m.parts ?? {})) replace(id, html);
  if (m.log !== undefined) {
    const box = $('logbox'), stick = box.scrollTop > -40;                    // it is laid out from its end: 0 is there
    if (m.reset && box.contains(a)) box.focus();
    if (m.reset) $('log').replaceChildren();
    $('log').insertAdjacentHTML('beforeend', m.log);
    if (stick) box.scrollTop = 0;
  }
  if (!m.reset) tell(m.told ?? (m.html || m.parts ? [] : lines(m.log ?? '')));
  if (done) { speak($('words-told').dataset.done.replace('DEED', done)); done = ''; }
  if (host && !a.isConnected) (list()[Math.min(i, list().length - 1)] ?? host).focus({ preventScroll: true });
  if (m.reset || m.v > version) $('sure')?.hidePopover();                   // it was about what is no more
  version = m.v ?? version;
  coach();
  version > asked ? forget() : hint && mark();                              // a new picture knows nothing of the ring
  look(true);
  muted();
  tick();
  fresh = false;
  body.dataset.v = version;                                                 // tests wait for this
}

// ---- clocks: the server says until when; here the seconds fall ------------------------------------------------------------
const skew = +(body.dataset.now ?? 0) - Date.now() / 1000, two = n => String(n).padStart(2, '0');
function spell(seconds, [day, hour]) {
  const s = Math.ceil(seconds), h = Math.floor(s / 3600);
  if (s >= 86400) return `${Math.floor(s / 86400)} ${day} ${h % 24} ${hour}`;
  return h ? `${h}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}
function tick() {
  for (const el of document.querySelectorAll('#clocks time')) {
    const { turn, bank, until, most } = el.dataset, units = el.dataset.units.split(' '), li = el.closest('li');
    const left = until ? Math.max(0, Math.min(until - skew - Date.now() / 1000, most ?? Infinity)) : +turn + +bank, spare = Math.min(bank, left);
    const text = +turn ? spell(left - spare, units) + (+bank ? ` +${spell(spare, units)}` : '') : spell(spare, units);
    if (el.textContent !== text) el.textContent = text;
    const little = Math.min(30, (+turn + +bank) / 3);                        // a short clock is not low from its first second on
    if (most) li.classList.toggle('runs', left < most);                      // it stands for a question, but not for ever
    li.classList.toggle('low', !!until && left < little);
    if (li.classList.contains('me')) hurry(until, left, little);
  }
}
let told = '';
function hurry(until, left, little) {                                       // once at half a minute, once at ten seconds
  const word = until && left <= Math.max(10, little) ? (left <= 10 ? 'ten' : little < 30 ? '' : 'half') : '', at = word && `${until} ${word}`;
  if (at !== told) $('hurry').textContent = word ? $('hurry').dataset[word] : '';
  told = at;
}
if ($('clocks')) { tick(); setInterval(tick, 500); }

// ---- FLIP: old rectangle -> new rectangle, for keyed elements that moved -------------------------------------------------
const measure = () => [...table.querySelectorAll('[data-k]')].map(el => [el, el.getBoundingClientRect()]).filter(([, r]) => r.width);
const centre = r => [r.x + r.width / 2, r.y + r.height / 2];
function animate(m) {
  const before = measure(), was = new Map(before.map(([el, r]) => [el.dataset.k, [r, el.classList.contains('back')]]));
  const from = new Map((m.moves ?? []).map(([a, b]) => [b, a]));
  for (const k of from.values()) if (twins(k, picked)) { const here = was.get(k); was.set(k, was.get(picked)); was.set(picked, here); }
  render(m);
  const now = measure();                                                    // one layout, then only writes
  for (const [el] of now) if (el.dataset.turn && from.get(el.dataset.k) === el.dataset.k) spin(el);
  for (const [el, b] of now) {
    if (el.closest('.spun')) continue;
    const [a, hidden] = was.get(from.get(el.dataset.k) ?? el.dataset.k) ?? [];
    if (!a) { el.animate({ opacity: [0, 1] }, 200); continue; }
    const [ax, ay] = centre(a), [bx, by] = centre(b), s = a.height / b.height;
    const back = el.classList.contains('back'), rests = Math.abs(ax - bx) + Math.abs(ay - by) < 1 && Math.abs(s - 1) < .02;
    if (hidden && !back) turn(el);
    if (rests && back && !hidden) el.animate({ rotate: ['0 1 0 90deg', '0 1 0 0deg'] }, { duration: MS / 2, easing: 'ease-out' });   // a face goes down
    if (rests) continue;
    const u = el.ownerSVGElement ? 1 / el.ownerSVGElement.getScreenCTM().a : 1;   // inside <svg> CSS px are user units
    el.animate([{ translate: `${(ax - bx) * u}px ${(ay - by) * u}px`, scale: s, zIndex: 9 }, { translate: '0 0', scale: 1, zIndex: 9 }], { duration: MS, easing: EASE });
  }
  const alive = new Set([...now.map(([el]) => el.dataset.k), ...from.values()]);
  for (const [el, r] of before) if (!el.isConnected && !alive.has(el.dataset.k)) fade(el, r);
}
// Of equal pieces the server lets the last one go; the eye wants the one that was pressed.
const deed = k => table.querySelector(`[data-k="${k}"]`)?.dataset.action;
const twins = (a, b) => b && a !== b && deed(a) && deed(a) === deed(b);
function spin(el) {                                                         // what moves onto itself turns by [data-turn]; what stands on it stays upright
  const by = el.dataset.turn, how = { duration: 350, easing: 'ease-in-out' };
  el.classList.add('spun');
  el.animate({ rotate: [`${-by}deg`, '0deg'] }, how).finished.finally(() => el.classList.remove('spun'));
  for (const on of el.querySelectorAll('[data-k]')) on.animate({ rotate: [`${by}deg`, '0deg'] }, how);
}
function turn(el) {                                                         // a face-down piece shows its face
  el.animate({ rotate: ['0 1 0 180deg', '0 1 0 0deg'] }, { duration: MS, easing: 'ease-in-out' });
  el.animate({ opacity: [1, 1, 0, 0], offset: [0, .5, .5, 1] }, { duration: MS, easing: 'linear', pseudoElement: '::before' });
}
function fade(el, r) {                                                      // what left the table lingers a moment
  el.removeAttribute('id'); el.removeAttribute('data-k'); el.removeAttribute('data-action');
  el.setAttribute('aria-hidden', 'true'); el.tabIndex = -1;
  el.style.cssText += `;position:fixed;left:${r.x}px;top:${r.y}px;width:${r.width}px;height:${r.height}px;margin:0;transform:none;pointer-events:none`;
  body.append(el);
  el.animate({ opacity: [1, 0], translate: ['0 0', '0 -12px'] }, { duration: 260, easing: 'ease-in' }).finished.finally(() => el.remove());
}

// ---- the queue: each picture stands for its hold before the next one --------------------------------------------------------
const queue = [];
let until = 0, timer = 0;
const still = (m) => reduce.matches || document.hidden || fresh && m?.reset;   // what was missed meanwhile doesn't fly
function show(m, plain) {
  try { plain || still(m) ? render(m) : animate(m); }
  catch (err) { console.error(err); queue.length = 0; link.close(); }       // never limp on: a new connection brings the full state
}
function pump() {
  clearTimeout(timer);
  while (queue.length) {
    const wait = until - performance.now();
    if (wait > 0 && !document.hidden) { timer = setTimeout(pump, wait); break; }
    const m = queue.shift();
    until = performance.now() + (m.hold ?? 0) * PACES[pace()];
    show(m);
  }
  body.classList.toggle('playing', queue.length > 0);
}
function skip() {                                                           // true if there was something to skip
  if (!queue.length) return false;
  for (const m of queue.splice(0)) show(m, true);
  until = 0;
  pump();
  return true;
}
function receive(m) {
  if (m.go) return void location.assign(m.go);
  if (m.hint) return void advise(m.hint);
  if (m.error) { asking(false); sent = null; body.classList.remove('pending'); oops(m.rule ? `${m.error} (${m.rule})` : m.error); }
  if (m.v === undefined || (m.v < version && !m.reset)) return;
  if (sent && (m.v > sent.v || m.reset)) { if (!m.reset && inWords()) done = sent.a ?? 'undo'; sent = null; }
  if (!sent) body.classList.remove('pending');
  if (m.reset) { queue.length = 0; until = 0; }
  queue.push(m);
  pump();
}

// ---- actions: anything with data-action, by mouse, touch or keyboard ----------------------------------------------------------
let sent = null, picked = '', hush = 0;
function oops(text) {
  clearTimeout(hush);
  $('oops').textContent = text;
  hush = setTimeout(() => { $('oops').textContent = ''; }, 6000);
}
const say = o => link.send(JSON.stringify(o));
let risked = null;
function doubt(text, deed) {                                                // what surely loses, as its [data-sure] says, is asked about first
  risked = deed;
  $('sure-why').textContent = text;
  $('sure').showPopover();
}
function certain() {
  $('sure').hidePopover();
  risked();
}
function act(el, sure = false) {
  if (el.getAttribute('aria-disabled') === 'true') { if (!$('seen')?.checkVisibility()) about(el, el.title); return void oops(el.title); }
  if (sent) return;
  if (el.dataset.sure && !sure) return void doubt(el.dataset.sure, () => act(el, true));
  until = 0;                                                                // who acts has seen enough
  body.classList.add('pending');
  $('oops').textContent = '';
  picked = el.dataset.k;
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  if (!el.hasAttribute('data-undo') && !tips) learn(lesson());
  sent = el.hasAttribute('data-undo') ? { undo: true, v: version, id } : { a: el.dataset.action, v: version, id };
  say(sent);
}

// ---- about: [data-about] names the text on a piece; it is shown in #seen while pointed at, and opened on request ----------------
let looking = null, press = 0, held = null;
const pointed = () => table.querySelector('[data-about]:hover') ?? table.querySelector('[data-about]:focus-visible');
const words = el => $(el?.closest?.('[data-about]')?.dataset.about);
function look(anew) {
  const box = $('seen'), text = box && words(pointed());
  if (!box || (text === looking && !anew)) return;
  looking = text;
  box.replaceChildren(...(text?.cloneNode(true).children ?? []));
}
function about(el, why = '') {                                               // why: what the piece can't do now, told with the rest
  const text = words(el);
  if (text) text.dataset.why = why;
  if (text && !text.matches(':popover-open')) text.showPopover();
}
for (const type of ['pointerover', 'focusin', 'focusout']) table?.addEventListener(type, () => look());
document.addEventListener('pointerdown', e => {                             // a finger held on a piece asks what it is
  clearTimeout(press);
  held = null;
  if (e.pointerType !== 'mouse' && words(e.target)) press = setTimeout(() => { held = e.target; }, 450);
});
document.addEventListener('pointerup', () => { clearTimeout(press); if (held) setTimeout(about, 0, held); });
document.addEventListener('pointercancel', () => { clearTimeout(press); held = null; });
document.addEventListener('contextmenu', e => { if (e.pointerType === 'touch' && words(e.target)) e.preventDefault(); });

// ---- the coach: each kind of decision is explained until it was made once; "?" brings it back --------------------------------
const school = `coach-${table?.dataset.game}`, known = () => (recall(school) ?? '').split(' ').filter(Boolean);
let tips = false;                                                           // asked for: told whether known or not
const lesson = () => $('coach')?.querySelector('[data-lesson]')?.dataset.lesson;
const learn = key => { if (key && !known().includes(key)) keep(school, [...known(), key].join(' ')); };
function coach() {
  const box = $('coach'), key = lesson(), learned = known();
  if (!box) return;
  box.hidden = !key || !tips && (learned.includes('off') || learned.includes(key));
  $('tips')?.setAttribute('aria-expanded', !box.hidden);
}
function taught(how) {                                                      // "Got it", "No more tips", or on small screens "Why?"
  if (how === 'why') return void body.classList.add('why');
  $('tips')?.focus();
  tips = false;
  learn(how === 'off' ? 'off' : lesson());
  coach();
}

// ---- a hint: only who asked sees it, until the table changes ---------------------------------------------------------------
let hint = null, asked = Infinity;                                          // what was advised; the picture it belongs to
function asking(on) {
  body.classList.toggle('asking', on);
  if ($('advice')) $('advice').textContent = on ? $('advice').dataset.wait : hint?.text ?? '';
}
const wondering = () => body.classList.contains('asking');
function ask(el) {
  if (el.getAttribute('aria-disabled') === 'true') return void oops(el.title);
  if (sent || wondering()) return;
  forget();
  asked = version;
  asking(true);
  say({ hint: true, v: version });
}
const called = deed => {                                                     // a deed as the page calls it, not by its command
  const el = deed && document.querySelector(`[data-action="${CSS.escape(deed)}"]`);
  return (el?.getAttribute('aria-label') ?? el?.textContent ?? '').trim().replace(/\s+/g, ' ').split('. ')[0] || deed;
};
function advise(h) {
  hint = { ...h, text: [h.action, h.other].reduce((text, deed) => text.replace(`“${deed}”`, () => `“${called(deed)}”`), h.text) };
  asked = queue.at(-1)?.v ?? version;
  asking(false);
  const el = mark();
  el?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: still() ? 'auto' : 'smooth' });
  el?.focus({ preventScroll: true });
}
function mark() {                                                           // a piece in a closed box is found by what opens it
  for (const el of document.querySelectorAll('.hinted')) el.classList.remove('hinted');
  const piece = hint && document.querySelector(`[data-action="${CSS.escape(hint.action)}"]`), box = piece?.closest('[popover]:not(:popover-open)');
  const el = box ? document.querySelector(`[popovertarget="${box.id}"]`) : piece;
  el?.classList.add('hinted');
  return el;
}
function forget() {
  hint = null;
  asked = Infinity;
  asking(false);
  mark();
}
const pace = () => recall('pace') in PACES ? recall('pace') : 'calm';
function label() {
  const b = document.querySelector('[data-local=pace]');
  if (b) { b.dataset.pace = pace(); b.title = b.dataset[pace()]; b.setAttribute('aria-label', b.title); }
}
const local = {
  words() {
    const box = $('in-words-box'), on = box.hidden;
    box.hidden = !on;
    $('in-words').setAttribute('aria-expanded', on);
    $('logbox').setAttribute('aria-live', on ? 'off' : 'polite');            // the text form tells the same in whole sentences
    if (on && !$('words-news').children.length) tell(lines($('log').innerHTML).slice(-5));
    say({ words: on });
    (on ? $('deed') : $('in-words')).focus();
  },
  coach() {
    tips = $('coach').hidden;
    if (tips) keep(school, known().filter(key => key !== 'off').join(' ')); else learn(lesson());
    coach();
  },
  stay: () => body.classList.add('stays'),
  theme() {
    const r = document.documentElement, dark = (r.dataset.theme ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')) === 'dark';
    keep('theme', r.dataset.theme = dark ? 'light' : 'dark');
  },
  pace() {
    const all = Object.keys(PACES);
    keep('pace', all[(all.indexOf(pace()) + 1) % all.length]);
    label();
    oops(document.querySelector('[data-local=pace]').title);
  },
};
document.addEventListener('click', e => {
  if (held) { held = null; return void e.preventDefault(); }
  const el = e.target.closest('[data-action],[data-undo],[data-hint],[data-ask],[data-answer]') ?? $(e.target.closest('[data-for]')?.dataset.for), own = e.target.closest('[data-local]');   // a piece may stand for a button
  const deed = e.target.closest('[data-deed]'), phrase = e.target.closest('[data-say]'), mute = e.target.closest('[data-mute]'), older = e.target.closest('[data-earlier]');
  if (older && !e.ctrlKey && !e.metaKey && !e.shiftKey) { e.preventDefault(); return void earlier(older); }
  if (phrase) return void say({ say: phrase.dataset.say });
  if (mute) { body.classList.toggle(`mute-${mute.dataset.mute}`); keep(`mute-${location.pathname}`, [...body.classList].filter(c => c.startsWith('mute-')).join(' ')); return void muted(); }
  if (deed) return void command(deed.dataset.deed);
  if (e.target.closest('#sure-yes')) return void certain();
  if (e.target.closest('#advice')) return void forget();
  if (e.target.closest('[data-coach]')) return void taught(e.target.closest('[data-coach]').dataset.coach);
  if (own) local[own.dataset.local]();
  else if (e.target.closest('#table') && skip()) e.preventDefault();
  else if (el?.hasAttribute('data-hint')) ask(el);
  else if (el?.hasAttribute('data-ask')) say({ ask: true });
  else if (el?.hasAttribute('data-answer')) say({ answer: el.dataset.answer === 'yes', what: el.dataset.what });
  else if (el) act(el);
  else if (!e.target.closest('[popovertarget]')) about(e.target);
});
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
function beyond(el, grid, [x, y]) {                                         // in a [data-grid]: the nearest one that way
  const [ax, ay] = centre(el.getBoundingClientRect()), far = [];
  for (const other of grid.querySelectorAll('[data-action],[data-about]')) {
    const box = other.getBoundingClientRect(), [bx, by] = centre(box), ahead = (bx - ax) * x + (by - ay) * y;
    if (box.width && ahead > 4) far.push([ahead + 2 * Math.abs((bx - ax) * y + (by - ay) * x), other]);
  }
  return far.sort((a, b) => a[0] - b[0])[0]?.[1];
}
document.addEventListener('keydown', e => {
  if (e.target.closest?.('input,textarea,select,[popover]') || e.ctrlKey || e.metaKey || e.altKey || e.key === 'Tab' || e.key === 'Shift') return;
  const grid = e.target.closest?.('[data-grid]'), el = e.target.closest?.(grid ? '[data-action],[data-about]' : '[data-action]'), step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
  if (queue.length && !e.target.closest?.('.bar,.chronicle')) { e.preventDefault(); return void skip(); }
  const short = /^[0-9a-z]$/i.test(e.key) && document.querySelector(`#table [aria-keyshortcuts="${e.key}"]`);
  if (short) { short.focus(); return void act(short); }
  if (e.key === 'w' && $('in-words')) { e.preventDefault(); return void local.words(); }
  if (e.key === '?' && $('tips')) return void local.coach();
  if (e.key === 'h' && $('hint')) return void ask($('hint'));
  if (e.key === 'z' && $('undo')) return void $('undo').click();
  if (e.key === 'Escape' && hint) return void forget();
  if (e.key === 'i') return void about(el ?? pointed());
  if (!el && ARROWS[e.key] && e.target === body) table?.querySelector('[data-grid] [data-action]:not([aria-disabled])')?.focus();
  if (!el) return;
  if (grid && ARROWS[e.key]) { e.preventDefault(); return void beyond(el, grid, ARROWS[e.key])?.focus(); }
  if ((e.key === 'Enter' || e.key === ' ') && !el.matches('button,a')) { e.preventDefault(); act(el); }   // SVG <g role=button>
  const all = step && [...(el.closest('[role=group]') ?? document).querySelectorAll('[data-action]')];
  if (all) { e.preventDefault(); all[(all.indexOf(el) + step + all.length) % all.length].focus(); }
});
// Earlier lines of the chronicle come on demand. They are not read out, and what is in sight stays where it is.
async function earlier(link) {
  const li = link.closest('li'), box = $('logbox'), t = document.createElement('template');
  if (link.ariaBusy) return;
  link.ariaBusy = 'true';
  try {
    const answer = await fetch(link.dataset.earlier);
    if (!answer.ok) throw new Error(answer.statusText);
    t.innerHTML = await answer.text();
  } catch {
    link.ariaBusy = null;
    return void oops($('net').dataset.text);
  }
  if (!li.isConnected) return;                                              // a new log has come meanwhile
  const top = box.scrollTop, next = [...t.content.querySelectorAll('a')].at(-1) ?? box, focused = li.contains(document.activeElement);
  box.ariaLive = 'off';
  li.replaceWith(t.content);
  if (focused) next.focus({ preventScroll: true });
  box.scrollTop = top;
  setTimeout(() => { box.ariaLive = inWords() ? 'off' : 'polite'; }, 1000);
}
// The chronicle is one stop of the Tab key; from there the arrows walk along the lines that lead to their moment.
$('logbox')?.addEventListener('keydown', e => {
  const all = [...$('log').querySelectorAll('a')], at = all.indexOf(document.activeElement);
  const to = { ArrowUp: all.at(at < 0 ? -1 : Math.max(at - 1, 0)), ArrowDown: at < 0 ? null : all[at + 1], Home: all[0], End: all.at(-1) }[e.key];
  if (to) { e.preventDefault(); to.focus(); }
});
const inWords = () => $('in-words-box')?.hidden === false;
const lines = html => { const t = document.createElement('template'); t.innerHTML = html; return [...t.content.children].filter(li => !body.classList.contains(`mute-${li.dataset.who}`)).map(li => li.textContent.trim().replace(/\s+/g, ' ')); };
let done = '';                                                               // what was typed and is carried out: told with the next picture
function speak(text) { $('words-told').textContent = text || $('words-told').dataset.nothing; }
function tell(sentences) {                                                   // what changed since one's last move
  if (!inWords()) return;
  for (const text of sentences) $('words-news').append(Object.assign(document.createElement('li'), { textContent: text }));
  while ($('words-news').children.length > 60) $('words-news').firstChild.remove();
}
const spoken = list => [...list?.querySelectorAll('li') ?? []].map(li => li.textContent).join(' · ');
const OWN = {                                                                // words of the command line that are no moves
  where: () => speak(spoken($('words-is').nextElementSibling)),
  may: () => speak(spoken($('words-may').parentElement)),
  changed: () => speak(spoken($('words-news'))),
  help: () => speak($('words-told').dataset.help),
  hint: () => $('hint') ? ask($('hint')) : speak(''),
  ask: () => say({ ask: true }),
  yes: () => say({ answer: true }),
  no: () => say({ answer: false }),
};
function command(text, sure = false) {                                       // typed or pressed in the text form
  if (!text || sent) return;
  const risk = document.querySelector(`[data-action="${CSS.escape(text.toLowerCase())}"]`)?.dataset.sure;
  if (risk && !sure) return void doubt(risk, () => command(text, true));
  const may = [...document.querySelectorAll('[data-deed]')].some(el => el.dataset.deed === text.toLowerCase());
  if (!may && /^say\s/i.test(text)) return void say({ say: text.slice(4).trim() });
  if (!may && OWN[text.toLowerCase()]) return void OWN[text.toLowerCase()]();
  $('words-told').textContent = '';
  $('words-news').replaceChildren();
  if (!tips) learn(lesson());
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  until = 0;
  sent = text.toLowerCase() === 'undo' ? { undo: true, v: version, id } : { a: text, v: version, id };
  say(sent);
}
document.addEventListener('submit', e => {
  if (e.target.id === 'command') {
    e.preventDefault();
    command($('deed').value.trim());
    return void e.target.reset();
  }
  if (e.target.id !== 'say') return;
  e.preventDefault();
  const text = $('words').value.trim();
  if (text) say({ say: text });
  e.target.reset();
});
document.addEventListener('visibilitychange', pump);

// ---- transport: a WebSocket, or a worker running the same Python ------------------------------------------------------------------
function lost(on) {
  const net = $('net'), was = body.classList.contains('lost');
  body.classList.toggle('lost', on);
  clearTimeout(net.timer);
  if (on && !was) net.replaceChildren(net.dataset.text, Object.assign(document.createElement('button'), { type: 'button', className: 'btn', textContent: net.dataset.again, onclick: () => link.retry() }));
  if (on || !was) return;
  net.textContent = net.dataset.back;
  net.timer = setTimeout(() => net.replaceChildren(), 2500);
}
function socket(path) {
  let ws, tries = 0, next = 0;
  const open = () => {
    const url = new URL(path, location.href.replace(/^http/, 'ws'));
    url.searchParams.set('v', version);
    ws = new WebSocket(url);
    ws.onopen = () => { tries = 0; lost(false); if ($('in-words-box')?.hidden === false) say({ words: true }); if (sent) say(sent); else if (wondering()) say({ hint: true, v: version }); };   // the id tells the server if it has it already
    ws.onmessage = e => JSON.parse(e.data).forEach(receive);
    ws.onclose = () => { lost(true); next = setTimeout(open, Math.min(8000, 300 * 2 ** tries++) * (.7 + Math.random() * .6)); };
  };
  open();
  const retry = () => { if (ws.readyState > 1) { clearTimeout(next); tries = 0; open(); } };
  addEventListener('online', retry);
  return { send: s => ws.readyState === 1 && ws.send(s), close: () => ws.close(), retry };
}
function worker(url) {
  const w = new Worker(url, { type: 'module' });
  w.onmessage = e => JSON.parse(e.data).forEach(receive);
  return { send: s => w.postMessage(s), close: () => {} };
}
label();
coach();
body.classList.add(...(recall(`mute-${location.pathname}`) ?? '').split(' ').filter(Boolean));
muted();
$('logbox').scrollTop = $('logbox').scrollHeight;
if (body.dataset.worker) link = worker(body.dataset.worker);
else if (body.dataset.live) link = socket(body.dataset.live);
