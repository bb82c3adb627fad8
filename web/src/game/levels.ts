// The levels of the computer. players/level.go says how each plays, and web/levels_test.go holds that it has as many.

/** The strongest level: the engine at its full strength. */
export const STRONGEST = 10;

export const LEVELS: readonly number[] = Array.from({ length: STRONGEST }, (_, i) => i + 1);

/** Whether something read is a level; 0 is a person. */
export const isLevelOrPerson = (v: unknown): v is number => v === 0 || LEVELS.some((n) => n === v);

/** What plays at a level, as logs and the engine name it. */
export const levelName = (level: number): string => `level${level}`;

/** The level of what plays, 0 for anything else. */
export const levelNamed = (plays = ''): number => LEVELS.find((n) => levelName(n) === plays) ?? 0;
