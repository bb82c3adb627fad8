// Three devices of one person against a model: whatever is edited, offline or at once, and wherever a page ends, nothing is
// lost, and all devices have the same in the end.
import { describe, expect, it } from 'vitest';
import type { Kept, KeptItem, KeptNow } from '../../gen/api.ts';
import { Along, type Calls, EndedError, type Here } from './along.ts';
import type { Archive } from './archive.ts';
import { entry, freshArchive, oneCard, oneTry, saved } from './fixture.ts';
import { newStudy, withChapter } from './study.ts';

/** What the server does, in memory: one log of versions a person. */
class Server {
  epoch = 0;
  last = 0;
  readonly items = new Map<string, KeptItem>();
  /** Throws before a call is done, or after it, as a connection does. */
  fails: () => 'before' | 'after' | '' = () => '';
  clear(): void {
    this.items.clear();
    [this.epoch, this.last] = [this.epoch + 1, 0];
  }
  #now = (versions?: number[]): KeptNow => ({
    ...{ epoch: this.epoch, last: this.last, bytes: 0, most: 1e9 },
    ...(versions ? { versions } : {}),
  });
  /** How many turns a call takes on its way there and back: others come between. */
  ticks: () => number = () => 0;
  async way(): Promise<void> {
    for (let n = this.ticks(); n > 0; n--) await new Promise((done) => setImmediate(done));
  }
  async #call<T>(act: () => T): Promise<T> {
    const how = this.fails();
    if (how === 'before') throw new Error('offline');
    await this.way();
    const answer = act();
    await this.way();
    if (how === 'after') throw new Error('the answer is lost');
    return answer;
  }
  readonly calls: Calls = {
    read: (after) =>
      this.#call((): Kept => {
        const all = [...this.items.values()].filter((i) => i.version > after).sort((a, b) => a.version - b.version);
        return { ...this.#now(), items: all.slice(0, 3), more: all.length > 3 };
      }),
    send: ({ epoch, items }) =>
      this.#call(() => {
        if (epoch !== this.epoch) throw new EndedError();
        return this.#now(
          items.map(({ item, version, payload }) => {
            if ((this.items.get(item)?.version ?? 0) !== version) return 0;
            this.items.set(item, { item, version: ++this.last, payload });
            return this.last;
          }),
        );
      }),
  };
}

/** A device: an archive, what its pages have saved, and its settings. */
class Device {
  readonly archive: Archive;
  along: Along;
  /** Of another window of the same browser. */
  beside: Along;
  readonly saved = new Map<string, string>();
  /** What the page shows of it, and keeps in the archive a moment later. */
  readonly shown = new Map<string, string>();
  turn: Promise<void> = Promise.resolve();
  readonly choices: Record<string, string> = { theme: '"system"', marks: 'true' };
  readonly #server: Server;
  readonly #here: Here;

  constructor(server: Server, clock: () => number) {
    this.#server = server;
    this.archive = freshArchive();
    this.#here = {
      games: [{ id: 'toy' }],
      settings: () => this.choices,
      set: (name, value) => (this.choices[name] = value),
      saved: (id) => this.saved.get(id) ?? null,
      replace: (id, was, by) => {
        if ((this.saved.get(id) ?? null) !== was) return false;
        this.saved.set(id, by);
        return true;
      },
      gather: () => this.gather(),
      shape: async () => undefined,
      now: clock,
    };
    this.along = this.#made();
    this.beside = this.#made();
  }
  async gather(): Promise<void> {
    for (const [id, text] of this.saved)
      if ((await this.archive.text(id)) !== text) await this.archive.put(analysis(id, text));
  }
  #made = (): Along => new Along(this.archive, 'me', this.#server.calls, this.#here);
  /** The page ends, wherever it was, and another one begins. */
  restart(): void {
    this.along = this.#made();
    this.beside = this.#made();
  }
  async everything(): Promise<unknown> {
    const games = await this.archive.entries();
    const texts = await Promise.all(games.map(async (e) => [e.id, e.deleted, await this.archive.text(e.id)]));
    const { tries, cards } = await this.archive.training();
    const studies = await this.archive.studies();
    const sorted = (list: readonly unknown[]): string[] => list.map((x) => JSON.stringify(x)).sort();
    return {
      games: sorted(texts),
      studies: sorted(studies),
      tries: sorted(tries),
      cards: sorted(cards),
      choices: { ...this.choices },
    };
  }
}

const analysisText = (note: string, study = ''): string =>
  JSON.stringify({
    record: { game: 'toy', start: '', result: 'ongoing', moves: [], note: { comment: note } },
    ...(study ? { study } : {}),
  });
const analysis = (id: string, text: string, changed = 1) => ({ entry: entry(id, { kind: 'analysis', changed }), text });

/** A random number from a seed (mulberry32). */
function random(seed: number): (n: number) => number {
  let a = seed;
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  };
}

async function schedule(seed: number): Promise<void> {
  const die = random(seed);
  const server = new Server();
  let time = 1000;
  const clock = (): number => ++time;
  const devices = [0, 1, 2].map(() => new Device(server, clock));
  const [first, second] = devices as [Device, Device, Device];
  const online = new Set([first, second]);
  let joined: readonly Device[] = [first, second];
  await Promise.all([first.along.begin(), second.along.begin()]);
  server.fails = () => (['before', 'after', '', '', '', '', '', ''] as const)[die(8)] ?? '';
  server.ticks = () => die(12);
  /** Every version that somebody has made, and those that were made of it. */
  const made = new Map<string, string[]>();
  const tries: string[] = [];
  let mark = 0;
  const derive = (from: string | undefined): string => {
    const tag = `v${++mark}`;
    made.set(tag, []);
    if (from) made.get(from)?.push(tag);
    return tag;
  };
  const noteIn = (text: string | undefined): string | undefined => /"comment":"(v\d+)"/.exec(text ?? '')?.[1];

  /** What is done on a device is done one after the other. */
  const edit = (d: Device): Promise<void> => (d.turn = d.turn.then(() => change(d)));
  const several = async (d: Device): Promise<void> => {
    for (let n = 0; n < 4; n++) {
      await server.way();
      await edit(d);
    }
  };
  const change = async (d: Device): Promise<void> => {
    const id = `a${die(2)}`;
    switch (die(9)) {
      case 0:
      case 1: {
        // A page saves an analysis under its own key, and then in the archive, unless it is closed before.
        const before = d.saved.get(id);
        const was = before ?? (await d.archive.text(id));
        // A name is new where it is given; and a page that sees that another window was faster goes on under another name.
        if ((was === undefined && id !== `a${devices.indexOf(d)}`) || d.saved.get(id) !== before) break;
        const text = analysisText(derive(noteIn(was)), die(2) ? 'study' : '');
        d.saved.set(id, text);
        d.shown.set(id, text);
        if (!die(4)) break;
        await server.way();
        await d.archive.put(analysis(id, d.shown.get(id) as string, clock()));
        break;
      }
      case 2: {
        // An analysis that comes from a file: nobody else has one of that name.
        const own = `b${devices.indexOf(d)}${die(2)}`;
        if ((await d.archive.text(own)) === undefined)
          await d.archive.put(analysis(own, analysisText(derive(undefined)), clock()));
        break;
      }
      case 3: {
        // A game goes on.
        const events = (
          JSON.parse((await d.archive.text(`g${id}`)) ?? '{"log":{"events":[]}}') as {
            log: { events: { move: string }[] };
          }
        ).log.events;
        const moves = [...events.map((e) => e.move), `v${++mark}`];
        await d.archive.put({
          entry: entry(`g${id}`, { plies: moves.length, changed: clock() }),
          text: saved(`g${id}`, moves),
        });
        made.set(`v${mark}`, []);
        break;
      }
      case 4: {
        const had = await d.archive.study('study');
        if (!had) await d.archive.putStudy(withChapter(newStudy('study', 'A study', clock()), { id, name: '' }));
        else
          await d.archive.changeStudy(
            'study',
            (s) => withChapter({ ...s, name: `name ${mark}` }, { id: `a${die(3)}`, name: '' }),
            {},
            clock(),
          );
        break;
      }
      case 5: {
        const one = oneTry('toy', die(3), clock());
        tries.push(one.id);
        await d.archive.keepTry(one, oneCard('toy', die(3), { last: clock() }));
        break;
      }
      case 6:
        d.choices.theme = `"${['light', 'dark', 'system'][die(3)]}"`;
        break;
      case 7:
        await d.archive.remove([`b${die(3)}${die(2)}`], clock());
        break;
      default:
        await d.archive.restore([`b${die(3)}${die(2)}`]);
    }
  };
  for (let step = 0; step < 16; step++) {
    const d = joined[die(joined.length)] as Device;
    const what = die(8);
    if (what < 4) await edit(d);
    else if (what === 4) {
      if (!online.delete(d)) online.add(d);
    } else if (step > 8 && joined.length < 3) {
      joined = devices;
      await edit(devices[2] as Device); // it had something before it joined
      await (devices[2] as Device).along.begin();
      online.add(devices[2] as Device);
    } else if (online.has(d)) {
      // A round, which ends where the connection does; another device may edit or send meanwhile.
      const other = joined[die(joined.length)] as Device;
      await Promise.all([
        d.along.round().catch(() => d.restart()),
        ...(die(2) ? [edit(other)] : []),
        ...(die(2) ? [several(d)] : []),
        ...(die(2) ? [] : [d.beside.round().catch(() => {})]),
        ...(die(3) || other === d ? [] : [other.along.round().catch(() => other.restart())]),
      ]);
    }
  }
  server.fails = () => '';
  server.ticks = () => 0;
  if (joined.length < 3) await (devices[2] as Device).along.begin();
  for (const d of devices) await d.gather();
  for (let again = 0; again < 3; again++) for (const d of devices) await d.along.round();
  // All have the same.
  const all = await Promise.all(devices.map((d) => d.everything()));
  expect(all[1], `schedule ${seed}`).toEqual(all[0]);
  expect(all[2], `schedule ${seed}`).toEqual(all[0]);
  // Every version is there, or one that was made of it.
  const kept = JSON.stringify(all[0]);
  const isThere = (tag: string): boolean =>
    new RegExp(`\\b${tag}\\b`).test(kept) || (made.get(tag) ?? []).some(isThere);
  const lost = [...made.keys()].filter((tag) => !isThere(tag));
  expect(lost, `schedule ${seed} lost`).toEqual([]);
  expect(tries.filter((id) => !kept.includes(id))).toEqual([]);
  // What a page has saved is what the archive has, so that it does not come back over what was taken.
  for (const d of devices)
    for (const [id, text] of d.saved) expect(await d.archive.text(id), `schedule ${seed}: ${id}`).toBe(text);
  await Promise.all(devices.map((d) => d.archive.close()));
}

const SCHEDULES = Number(process.env.CAIRN_SCHEDULES ?? 60);

describe('what goes along', () => {
  it(`is the same on three devices in the end, and nothing is lost (${SCHEDULES} schedules)`, async () => {
    const begun = performance.now();
    for (let seed = 0; seed < SCHEDULES; seed++) await schedule(seed);
    console.log(`${SCHEDULES} schedules in ${Math.round(performance.now() - begun)} ms`);
  }, 1e9);
});
