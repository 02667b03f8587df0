#!/usr/bin/env node
// A bot for any game of High Table, without dependencies: one JSON line in, one JSON line out.
//
//     hightable simulate the-feast --bots "./examples/bot.js",greedy --games 20
//     hightable play royal-feast --seats you,./examples/bot.js
//     hightable connect http://localhost:8000 --table TABLE --bot ./examples/bot.js
//
// In The Feast it plays its highest card, which beats chance by a little; elsewhere it does anything that is allowed.
const { createInterface } = require('node:readline');

function choose({ game, legal, dice }) {                       // the same dice, the same games
  const rank = action => Number(action.split(' ')[1]);
  const cards = legal.filter(action => action.startsWith('play '));
  if (cards.length && game === 'the-feast') return cards.sort((a, b) => rank(b) - rank(a))[0];
  return legal[dice % legal.length];
}

createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);                            // or {"result": …}: the game is over, another may begin
  if (message.legal) process.stdout.write(JSON.stringify({ action: choose(message) }) + '\n');
});
