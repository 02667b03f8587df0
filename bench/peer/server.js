// The yardstick: The Feast for two people and two dummies on boardgame.io's own server with its durable storage.
// Cut where that favours it: players lay their cards in turn, captures are made for them, nothing is hidden from anybody.
//   node server.js PORT FOLDER
const { createRequire } = require('module');
const { Server, FlatFile } = createRequire(process.cwd() + '/')('boardgame.io/server');
const [port, dir] = process.argv.slice(2);
const HOLDERS = 4, SEATS = 2, ROUNDS = 8, HANDS = 4;
const DECK = [];
for (let rank = 1; rank <= 10; rank++) for (let copy = 0; copy < rank; copy++) DECK.push(rank);

function deal(G, random) {
  const deck = random.Shuffle(DECK);
  G.hands = Array.from({ length: HOLDERS }, () => deck.splice(0, ROUNDS));
  G.deck = deck;
  G.captured = Array.from({ length: HOLDERS }, () => []);
  G.discards = [];
  G.hand++;
  G.round = 0;
  serve(G, random);
}

function serve(G, random) {
  G.round++;
  G.topic = G.deck.pop();
  G.ploys = Array(HOLDERS).fill(0);
  for (let i = SEATS; i < HOLDERS; i++) G.ploys[i] = G.hands[i].splice(random.Die(G.hands[i].length) - 1, 1)[0];
}

function resolve(G, random) {
  const times = rank => G.ploys.filter(ploy => ploy === rank).length;
  const alone = G.ploys.map((ploy, i) => [ploy, i]).filter(([ploy]) => times(ploy) === 1).sort((a, b) => a[0] - b[0]);
  const gaffes = G.ploys.filter(ploy => times(ploy) > 1);
  if (alone.length) G.captured[alone.at(-1)[1]].push(G.topic);
  if (alone.length > 1 && gaffes.length) G.captured[alone[0][1]].push(Math.max(...gaffes));
  G.discards.push(...G.ploys);
  if (G.round < ROUNDS) return serve(G, random);
  G.captured.forEach((cards, i) => { G.scores[i] += cards.reduce((a, b) => a + b, 0); });
  if (G.hand < HANDS) deal(G, random); else G.over = true;
}

const game = {
  name: 'the-feast',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => {
    const G = { hand: 0, scores: Array(HOLDERS).fill(0), over: false };
    deal(G, random);
    return G;
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play({ G, random, playerID }, rank) {
      const hand = G.hands[playerID], at = hand.indexOf(rank);
      if (at < 0) return 'INVALID_MOVE';
      hand.splice(at, 1);
      G.ploys[playerID] = rank;
      if (G.ploys.every(ploy => ploy)) resolve(G, random);
    },
  },
  endIf: ({ G }) => G.over ? { scores: G.scores } : undefined,
};

Server({ games: [game], origins: [/127\.0\.0\.1/], db: new FlatFile({ dir, ttl: false }) }).run(+port);
