/** The version of the build, from vite.config.ts. */
declare const __VERSION__: string;
