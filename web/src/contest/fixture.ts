// A club night of tests: twelve people, five rounds, of which as many have been played as a test wants.
import type { Contest, ContestBoard, ContestEntry, ContestStanding, ContestYou, Entrant } from '../../gen/api.ts';

export const NAMES = ['Ada', 'Nils', 'Mira', 'Hanna', 'Tove', 'Ines', 'Jonas', 'Lena', 'Yara', 'Oskar', 'Kofi', 'Emil'];
const RATINGS = [1540, 1612, 1655, 1705, 1571, 1433, 1498, 1521, 1466, 1377, 1588, 1402];
const START = Date.UTC(2026, 10, 24, 18, 30);
const entrants: readonly Entrant[] = NAMES.map((name, i) => ({
  person: { id: `p${i}`, name, kind: 'account', rating: RATINGS[i] as number },
  here: i % 3 > 0,
}));
/** The circle method: everybody meets somebody else in each round. */
function boardsOf(round: number): ContestBoard[] {
  const ids = entrants.map((e) => e.person.id);
  const [first = '', ...rest] = ids;
  const turned = [first, ...rest.slice(round), ...rest.slice(0, round)];
  return Array.from({ length: 6 }, (_, i) => ({ first: turned[i] as string, second: turned[11 - i] as string }));
}
const POSITION = '././././././K/.,BK,G,GR/I,J,RG,IGJB,.,G,I/B,.,.,.,.,BI/R,K,B,IR,.,.,B';

/** A contest in round n, of which the boards from `open` on are still played; 0 rounds before the start. */
export function contest(
  n: number,
  open = 6,
  phase: Contest['phase'] = n ? 'running' : 'open',
  position = POSITION,
): Contest {
  const rounds = Array.from({ length: n }, (_, r) => ({
    began: START + r * 1_600_000,
    byes: [],
    boards: boardsOf(r).map((b, i): ContestBoard => {
      const over = r + 1 < n || i >= open || phase === 'over';
      const first = [1, 0.5, 0, 1, 0][(i * 3 + r * 2) % 5] as number;
      const game = {
        table: `abcd${r + 2}${i + 2}xy`,
        first: b.first,
        position,
        ply: 12,
        turn: i % 2 ? 'first' : 'second',
      } as const;
      return over
        ? { ...b, games: [{ ...game, phase: 'over' }], result: { points: [first, 1 - first], at: START } }
        : { ...b, games: [{ ...game, phase: 'playing', deadline: START + 7_000_000 + i * 61_000 }] };
    }),
  }));
  const standings = entrants.map((e): ContestStanding => {
    const sheet = rounds.map((r): ContestEntry => {
      const i = r.boards.findIndex((b) => b.first === e.person.id || b.second === e.person.id);
      const b = r.boards[i] as ContestBoard;
      return { what: 'game', board: i + 1, points: b.result?.points[b.first === e.person.id ? 0 : 1] ?? 0 };
    });
    const points = sheet.reduce((sum, s) => sum + (s.points ?? 0), 0);
    const tie = { direct: 0, buchholz: n + points / 2, sonneborn: points * 1.5, secondWon: 1 };
    return { place: 0, person: e.person.id, points, played: n, won: Math.floor(points), ...tie, sheet };
  });
  standings.sort((a, b) => b.points - a.points || b.buchholz - a.buchholz);
  for (const [i, s] of standings.entries()) s.place = i + 1;
  return {
    id: 'cdef2345',
    options: {
      title: 'Club night',
      game: 'lyngk',
      control: '600+5',
      rounds: 5,
      games: 1,
      quorum: 4,
      rated: true,
      starts: START,
      zone: 'Europe/Berlin',
    },
    ...{
      phase,
      host: entrants[6]?.person as Entrant['person'],
      seq: 20 + n,
      now: START + 6_800_000,
      created: START,
      updated: START,
    },
    ...{ canJoin: n < 3, entrants: [...entrants], rounds, standings },
  };
}
export const you = (more: Partial<ContestYou> = {}): ContestYou => ({ entered: true, ...more });
