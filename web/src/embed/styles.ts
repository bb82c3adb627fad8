// The styles of a board at rest. The board has the colors of the two themes; what is
// written beside it stands on the page and has the page's own color.
import { tokensOf } from '../board/paint.ts';

const own = {
  light: '--ink:#1d1f21;--surface:#faf9f6;--hair:#d9d7d0;color-scheme:light',
  dark: '--ink:#eceae4;--surface:#1b1e20;--hair:#33383b;color-scheme:dark',
} as const;
const tokens = (theme: keyof typeof own): string =>
  `${Object.entries(tokensOf(theme, 'stone'))
    .map(([name, value]) => `--${name}:${value};`)
    .join('')}${own[theme]}`;

export const STYLES = `
:host{display:block;max-width:100%}
:host([hidden]){display:none}
.high{float:inline-start;width:0;height:100%}

.box{margin:0 auto;${tokens('light')};display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:8px;position:relative;
--font:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
font:400 15px/1.45 var(--font);font-variant-numeric:tabular-nums}
.dark{${tokens('dark')}}
.frame svg{display:block;max-width:100%;height:auto}
.frame svg text{font-family:var(--font)}
[data-pieces] .on-face{transform:scale(var(--grow-face))}
[data-pieces] .on-wall{transform:scale(var(--grow-wall))}
.waits{cursor:pointer}
.box>p{margin:0}
.turn{font-size:13px}
.trouble{text-align:center}
.box>button{font:inherit;color:var(--ink);min-height:44px;padding:0 18px;background:var(--raised);border:1px solid var(--field);
border-radius:10px;cursor:pointer}
.box>button:focus-visible{outline:3px solid var(--cue);outline-offset:2px;box-shadow:0 0 0 2px var(--case)}
.sr{position:absolute;width:1px;height:1px;margin:0;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;list-style:none}
`;
