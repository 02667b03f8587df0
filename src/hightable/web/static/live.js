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
  for (const { name } of [...a.attributes]) if (!b.hasAttribute(name)) a.removeAttribute(name);
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

// ---- one message -> one picture ------------------------------------------------------------------------------------------
function render(m) {
  const a = document.activeElement, host = a?.closest('[data-region]');
  const list = () => [...host.querySelectorAll('[data-action]')], i = host ? list().indexOf(a) : -1;
  if (m.me !== undefined) { table.dataset.me = m.me ?? ''; table.style.setProperty('--me', m.me ?? 0); }
  for (const [id, html] of Object.entries(m.html ?? {})) swap(id, html);
  for (const [id, html] of Object.entries(m.parts ?? {})) replace(id, html);
  if (m.log !== undefined) {
    const box = $('logbox'), stick = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    if (m.reset) $('log').replaceChildren();
    $('log').insertAdjacentHTML('beforeend', m.log);
    if (stick) box.scrollTop = box.scrollHeight;
  }
  if (host && !a.isConnected) (list()[Math.min(i, list().length - 1)] ?? host).focus({ preventScroll: true });
  version = m.v ?? version;
  fresh = false;
  body.dataset.v = version;                                                 // tests wait for this
}

// ---- FLIP: old rectangle -> new rectangle, for keyed elements that moved -------------------------------------------------
const measure = () => [...table.querySelectorAll('[data-k]')].map(el => [el, el.getBoundingClientRect()]).filter(([, r]) => r.width);
const centre = r => [r.x + r.width / 2, r.y + r.height / 2];
function animate(m) {
  const before = measure(), was = new Map(before.map(([el, r]) => [el.dataset.k, [r, el.classList.contains('back')]]));
  const from = new Map((m.moves ?? []).map(([a, b]) => [b, a]));
  for (const k of from.values()) if (twins(k, picked)) { const here = was.get(k); was.set(k, was.get(picked)); was.set(picked, here); }
  render(m);
  const now = measure();                                                    // one layout, then only writes
  for (const [el, b] of now) {
    const [a, hidden] = was.get(from.get(el.dataset.k) ?? el.dataset.k) ?? [];
    if (!a) { el.animate({ opacity: [0, 1] }, 200); continue; }
    const [ax, ay] = centre(a), [bx, by] = centre(b), s = a.height / b.height;
    if (hidden && !el.classList.contains('back')) turn(el);
    if (Math.abs(ax - bx) + Math.abs(ay - by) < 1 && Math.abs(s - 1) < .02) continue;
    const u = el.ownerSVGElement ? 1 / el.ownerSVGElement.getScreenCTM().a : 1;   // inside <svg> CSS px are user units
    el.animate([{ translate: `${(ax - bx) * u}px ${(ay - by) * u}px`, scale: s, zIndex: 9 }, { translate: '0 0', scale: 1, zIndex: 9 }], { duration: MS, easing: EASE });
  }
  const alive = new Set([...now.map(([el]) => el.dataset.k), ...from.values()]);
  for (const [el, r] of before) if (!el.isConnected && !alive.has(el.dataset.k)) fade(el, r);
}
// Of equal pieces the server lets the last one go; the eye wants the one that was pressed.
const deed = k => table.querySelector(`[data-k="${k}"]`)?.dataset.action;
const twins = (a, b) => b && a !== b && deed(a) && deed(a) === deed(b);
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
const still = () => reduce.matches || document.hidden || fresh;
function show(m, plain) {
  try { plain || still() ? render(m) : animate(m); }
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
  if (m.error) { sent = null; body.classList.remove('pending'); oops(m.rule ? `${m.error} (${m.rule})` : m.error); }
  if (m.v === undefined || (m.v < version && !m.reset)) return;
  if (sent && m.v > sent.v) sent = null;
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
function act(el) {
  if (el.getAttribute('aria-disabled') === 'true') return void oops(el.title);
  if (sent) return;
  body.classList.add('pending');
  $('oops').textContent = '';
  picked = el.dataset.k;
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  sent = el.hasAttribute('data-undo') ? { undo: true, v: version, id } : { a: el.dataset.action, v: version, id };
  say(sent);
}
const pace = () => recall('pace') in PACES ? recall('pace') : 'calm';
function label() {
  const b = document.querySelector('[data-local=pace]');
  if (b) { b.dataset.pace = pace(); b.title = b.dataset[pace()]; b.setAttribute('aria-label', b.title); }
}
const local = {
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
  const el = e.target.closest('[data-action],[data-undo]') ?? $(e.target.closest('[data-for]')?.dataset.for), own = e.target.closest('[data-local]');   // a piece may stand for a button
  if (own) local[own.dataset.local]();
  else if (e.target.closest('#table') && skip()) e.preventDefault();
  else if (el) act(el);
});
document.addEventListener('keydown', e => {
  if (e.target.closest?.('input,textarea,select,[popover]') || e.ctrlKey || e.metaKey || e.altKey || e.key === 'Tab' || e.key === 'Shift') return;
  const el = e.target.closest?.('[data-action]'), step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
  if (queue.length && !e.target.closest?.('.bar,.chronicle')) { e.preventDefault(); return void skip(); }
  const short = /^[0-9a-z]$/i.test(e.key) && document.querySelector(`#table [aria-keyshortcuts="${e.key}"]`);
  if (short) { short.focus(); return void act(short); }
  if (!el) return;
  if ((e.key === 'Enter' || e.key === ' ') && !el.matches('button,a')) { e.preventDefault(); act(el); }   // SVG <g role=button>
  const all = step && [...(el.closest('[role=group]') ?? document).querySelectorAll('[data-action]')];
  if (all) { e.preventDefault(); all[(all.indexOf(el) + step + all.length) % all.length].focus(); }
});
document.addEventListener('submit', e => {
  if (e.target.id !== 'say') return;
  e.preventDefault();
  const text = $('words').value.trim();
  if (text) say({ say: text });
  e.target.reset();
});
document.addEventListener('visibilitychange', pump);

// ---- transport: a WebSocket, or a worker running the same Python ------------------------------------------------------------------
function socket(path) {
  let ws, tries = 0;
  const open = () => {
    const url = new URL(path, location.href.replace(/^http/, 'ws'));
    url.searchParams.set('v', version);
    ws = new WebSocket(url);
    ws.onopen = () => { tries = 0; $('net').textContent = ''; if (sent) say(sent); };   // the id tells the server if it has it already
    ws.onmessage = e => JSON.parse(e.data).forEach(receive);
    ws.onclose = () => { $('net').textContent = $('net').dataset.text; setTimeout(open, Math.min(8000, 300 * 2 ** tries++) * (.7 + Math.random() * .6)); };
  };
  open();
  return { send: s => ws.readyState === 1 && ws.send(s), close: () => ws.close() };
}
function worker(url) {
  const w = new Worker(url, { type: 'module' });
  w.onmessage = e => JSON.parse(e.data).forEach(receive);
  return { send: s => w.postMessage(s), close: () => {} };
}
label();
$('logbox').scrollTop = $('logbox').scrollHeight;
if (body.dataset.worker) link = worker(body.dataset.worker);
else if (body.dataset.live) link = socket(body.dataset.live);
