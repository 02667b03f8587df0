// The load client of bench/load.py: N tables with two people each, over WebSockets, on loopback. One action is under way at
// a table; who is asked acts when its own connection has the news. Reads its orders as JSON from stdin, writes what it
// measured as JSON to stdout. Node alone, no package: the client must cost less than what it measures.
const net = require('net'), crypto = require('crypto');
const orders = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const { kind, urls, tables, spare = 0, warm = 0, seconds = 0, think = 0, watchers = 0 } = orders;
const GAME = 'the-feast', now = () => performance.now();
const stats = { acted: 0, times: [], errors: 0, bytes: 0, stalled: 0, finished: 0 };
let begins = Infinity, ends = Infinity;

// ---- a WebSocket, as little of it as is needed: text frames, pings, no compression ------------------------------------------
class Socket {
  constructor(url, headers, heard) {
    const { hostname, port, pathname, search } = new URL(url);
    this.heard = heard;
    this.rest = Buffer.alloc(0);
    this.text = [];
    this.net = net.connect(+port, hostname);
    this.net.setNoDelay(true);
    const lines = Object.entries({ host: `${hostname}:${port}`, upgrade: 'websocket', connection: 'Upgrade',
      'sec-websocket-key': crypto.randomBytes(16).toString('base64'), 'sec-websocket-version': '13', ...headers });
    this.net.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`);
    this.open = new Promise((done, fail) => {
      this.net.on('error', fail);
      this.net.on('close', () => fail(new Error('closed')));
      this.net.on('data', data => {
        if (begins <= now() && now() < ends) stats.bytes += data.length;
        this.rest = this.rest.length ? Buffer.concat([this.rest, data]) : data;
        if (!this.ready) {
          const end = this.rest.indexOf('\r\n\r\n');
          if (end < 0) return;
          if (!this.rest.toString('latin1', 0, 12).endsWith('101')) return fail(new Error(this.rest.toString('latin1', 0, 40)));
          this.rest = this.rest.subarray(end + 4);
          this.ready = true;
          done();
        }
        this.read();
      });
    });
  }
  read() {
    for (;;) {
      const b = this.rest;
      if (b.length < 2) return;
      let size = b[1] & 127, at = 2;
      if (size === 126) { if (b.length < 4) return; size = b.readUInt16BE(2); at = 4; }
      else if (size === 127) { if (b.length < 10) return; size = Number(b.readBigUInt64BE(2)); at = 10; }
      if (b.length < at + size) return;
      const body = b.subarray(at, at + size), code = b[0] & 15;
      this.rest = b.subarray(at + size);
      if (code === 9) this.frame(10, body);
      else if (code < 3) {
        this.text.push(body);
        this.frames = (this.frames ?? 0) + 1;
        if (b[0] & 128) this.heard(Buffer.concat(this.text.splice(0)).toString());
      }
    }
  }
  frame(code, body) {
    const mask = crypto.randomBytes(4), head = body.length < 126 ? Buffer.from([128 | code, 128 | body.length])
      : Buffer.from([128 | code, 254, body.length >> 8, body.length & 255]);
    const hidden = Buffer.from(body);
    for (let i = 0; i < hidden.length; i++) hidden[i] ^= mask[i & 3];
    this.net.write(Buffer.concat([head, mask, hidden]));
  }
  send(text) { this.frame(1, Buffer.from(text)); }
  close() { this.net.destroy(); }
}

// ---- how to sit down, hear and speak in each protocol --------------------------------------------------------------------------
const post = async (url, body, headers = {}) => {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};
let names = 0;
const ours = {
  async lay() {
    const [url] = urls, api = `${url}/api`, tokens = [];
    for (let i = 0; i < 2; i++) tokens.push((await post(`${api}/guests`, { name: `Guest ${++names}` })).token);
    const bearer = i => ({ authorization: `Bearer ${tokens[i]}` });
    const id = (await post(`${api}/tables`, { game: GAME, chairs: ['me', 'friend'] }, bearer(0))).table.id;
    await post(`${api}/tables/${id}/sit`, {}, bearer(1));
    await post(`${api}/tables/${id}/begin`, {}, bearer(0));
    return { id, tokens };
  },
};
const protocols = {
  json: {
    ...ours,
    connect: (laid, i, heard) => new Socket(`${urls[i % urls.length]}/api/tables/${laid.id}/live?v=-1`, { authorization: `Bearer ${laid.tokens[i]}` }, heard),
    hear(player, text) {
      for (const m of JSON.parse(text)) {
        if (m.error) stats.errors++;
        if (m.v !== undefined) player.v = Math.max(player.v, m.v);
        if (m.legal) { player.legal = m.legal; player.over = m.phase === 'over'; }
      }
    },
    offered: player => player.legal ?? [],
    say: (player, action) => JSON.stringify({ a: action, v: player.v, id: crypto.randomUUID() }),
  },
  page: {
    ...ours,
    connect: (laid, i, heard) => new Socket(`${urls[i % urls.length]}/t/${laid.id}/live?v=-1`, { cookie: `ht_guest=${laid.tokens[i]}` }, heard),
    hear(player, text) {
      for (const m of JSON.parse(text)) {
        if (m.error) stats.errors++;
        if (m.v !== undefined) player.v = Math.max(player.v, m.v);
        for (const region of ['hand', 'status', 'tools']) if (m.html?.[region] !== undefined) player.shown[region] = m.html[region];
      }
      player.over = player.shown.tools?.includes('id="result"');
    },
    offered(player) {
      const buttons = ((player.shown.hand ?? '') + (player.shown.status ?? '')).match(/<button[^>]*data-action[^>]*>/g) ?? [];
      return buttons.filter(b => !b.includes('aria-disabled')).map(b => /data-action="([^"]+)"/.exec(b)[1]);
    },
    say: (player, action) => JSON.stringify({ a: action, v: player.v, id: crypto.randomUUID() }),
  },
  peer: {
    async lay() {
      const url = `${urls[0]}/games/${GAME}`, id = (await post(`${url}/create`, { numPlayers: 2 })).matchID, tokens = [];
      for (let i = 0; i < 2; i++) tokens.push((await post(`${url}/${id}/join`, { playerID: `${i}`, playerName: `Guest ${++names}` })).playerCredentials);
      return { id, tokens };
    },
    connect(laid, i, heard) {
      const socket = new Socket(`${urls[0]}/socket.io/?EIO=4&transport=websocket`, {}, text => {
        if (text === '2') socket.send('3');
        else if (text[0] === '0') socket.send(`40/${GAME},`);
        else if (text.startsWith('40')) socket.send(`42/${GAME},${JSON.stringify(['sync', laid.id, `${i}`, laid.tokens[i], 2])}`);
        else if (text.startsWith('42')) heard(text);
      });
      return socket;
    },
    hear(player, text) {
      const [what, , news] = JSON.parse(text.slice(text.indexOf(',') + 1)), state = what === 'sync' ? news.state : what === 'update' ? news : null;
      if (!state) return;
      player.state = state;
      player.v = state._stateID;
      player.over = !!state.ctx.gameover;
    },
    offered: player => player.state && !player.over && player.state.ctx.currentPlayer === `${player.i}` ? player.state.G.hands[player.i] : [],
    say: (player, rank) => `42/${GAME},` + JSON.stringify(['update', { type: 'MAKE_MOVE', payload: { type: 'play', args: [rank], playerID: `${player.i}`, credentials: player.laid.tokens[player.i] } }, player.v, player.laid.id, `${player.i}`]),
  },
};
const protocol = protocols[kind];

// ---- a table: one action under way, then the next one ----------------------------------------------------------------------------
const pick = list => list[Math.floor(Math.random() * list.length)];
class Table {
  constructor(laid) {
    this.under = null;
    this.players = [0, 1].map(i => {
      const player = { i, laid, v: -1, shown: {} };
      player.socket = protocol.connect(laid, i, text => { protocol.hear(player, text); this.heard(player); });
      return player;
    });
  }
  heard(player) {
    const at = now(), under = this.under;
    if (under && player.v > under.v) {
      if (player !== under.by && !under.there) {
        under.there = true;
        if (begins <= under.at && under.at < ends) stats.times.push(at - under.at);
      }
      if (player === under.by && !under.back) {
        under.back = true;
        if (begins <= at && at < ends) stats.acted++;
      }
      if (under.there && under.back) this.under = null;
    }
    if (!this.under) this.next();
  }
  next() {
    if (this.waiting || !this.players.every(player => player.v >= 0)) return;
    if (this.players.some(player => player.over)) return void this.finish();
    const asked = this.players.filter(player => protocol.offered(player).length);
    if (!asked.length) return;
    this.waiting = true;
    const act = () => {
      this.waiting = false;
      const by = pick(asked), offered = protocol.offered(by);
      if (!offered.length || now() >= ends + 200) return;
      this.under = { by, v: Math.max(...this.players.map(player => player.v)), at: now() };
      by.socket.send(protocol.say(by, pick(offered)));
    };
    think ? setTimeout(act, think * (500 + Math.random() * 1000)) : act();
  }
  finish() {
    if (this.done) return;
    this.done = true;
    stats.finished++;
    for (const player of this.players) player.socket.close();
    open.delete(this);
    if (now() >= ends) return;
    const laid = pool.pop();
    laid ? open.add(new Table(laid)) : stats.stalled++;
  }
}

const pool = [], open = new Set();
const report = found => process.stdout.write(JSON.stringify(found), () => process.exit(0));   // a long one takes the pipe a while
async function idle() {                                                     // pages that are open and see nothing happen
  for (let left = tables; left > 0; left -= 8) pool.push(...await Promise.all(Array.from({ length: Math.min(8, left) }, ours.lay)));
  process.stderr.write('laid\n');
  const sockets = [];
  for (const laid of pool) {
    const fresh = Array.from({ length: 2 + watchers }, (_, i) => new Socket(`${urls[0]}/t/${laid.id}/live?v=-1`,
      { ...(i < 2 ? { cookie: `ht_guest=${laid.tokens[i]}` } : {}), 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits' }, () => {}));
    await Promise.all(fresh.map(socket => socket.open));
    sockets.push(...fresh);
  }
  await new Promise(done => setTimeout(done, warm * 1000));
  process.stderr.write('begin\n');
  await new Promise(done => setTimeout(done, seconds * 1000));
  process.stderr.write('end\n');
  const alive = sockets.filter(socket => socket.ready && socket.frames && !socket.net.destroyed).length;
  report({ alive });
}
async function main() {
  if (kind === 'idle') return idle();
  for (let left = tables + spare; left > 0; left -= 8) pool.push(...await Promise.all(Array.from({ length: Math.min(8, left) }, protocol.lay)));
  process.stderr.write('laid\n');
  for (let i = 0; i < tables; i++) {
    const table = new Table(pool.pop());
    open.add(table);
    if (i % 20 === 19) await Promise.all(table.players.map(player => player.socket.open));
  }
  await new Promise(done => setTimeout(done, warm * 1000));
  const before = process.cpuUsage();
  begins = now();
  ends = begins + seconds * 1000;
  process.stderr.write('begin\n');
  await new Promise(done => setTimeout(done, seconds * 1000));
  process.stderr.write('end\n');
  const spent = process.cpuUsage(before);
  await new Promise(done => setTimeout(done, Math.max(1500, 1500 * think)));
  stats.under = [...open].filter(table => table.under).length;
  stats.client = (spent.user + spent.system) / 1e6 / seconds;
  report(stats);
}
main().catch(error => { console.error(String(error)); process.exit(1); });
