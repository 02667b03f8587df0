#!/usr/bin/env node
// A bot that comes to a table over HTTP, without dependencies: over_http.js URL TABLE [NAME]
const { randomUUID } = require('node:crypto');
const [url, table, name = 'Pip'] = process.argv.slice(2);
let token = '';

async function call(path, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const method = body ? 'POST' : 'GET';
  const answer = await fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error);
  return data;
}

async function main() {
  token = (await call('/guests', { name })).token;
  let seen = await call(`/tables/${table}/sit`, {});
  while (seen.phase !== 'over') {
    const action = seen.legal[Math.floor(Math.random() * seen.legal.length)];
    if (action) seen = await call(`/tables/${table}/act`, { action, v: seen.v, id: randomUUID() });
    else seen = await call(`/tables/${table}?v=${seen.v}&wait=20`);          // answered when there is something new
  }
  console.log(JSON.stringify(seen.result));
}

main();
