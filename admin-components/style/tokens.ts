/** The design tokens: the only place for colors, sizes of type and steps of space. docs/design.md explains each one. Hosts change some through
 * `--cms-*`. Tested by test/admin-components/design.test.ts.
 */
import { css } from 'lit'

export const tokens = css`
  :host {
    --s1: 4px;
    --s2: 8px;
    --s3: 12px;
    --s4: 16px;
    --s5: 24px;
    --s6: 32px;
    --s7: 48px;
    --page: 1800px;
    --t1: 12px;
    --t2: 13px;
    --t3: 14px;
    --t4: 16px;
    --t5: 20px;
    --t6: 26px;
    --radius: var(--cms-radius, 8px);
    --ground: var(--cms-ground, light-dark(#f6f6f7, #101012));
    --surface: var(--cms-surface, light-dark(#ffffff, #19191c));
    --raised: var(--cms-raised, light-dark(#ffffff, #232327));
    --tint: light-dark(#ededf0, #2a2a2f);
    --line: var(--cms-line, light-dark(#e2e2e6, #303036));
    --edge: light-dark(#85858f, #74747e);
    --text: var(--cms-text, light-dark(#17171a, #ececef));
    --muted: var(--cms-muted, light-dark(#5c5c66, #a6a6b0));
    --accent: var(--cms-accent, var(--cms-brand, #1f4fd8));
    --on-accent: var(--cms-on-accent, var(--cms-on-brand, #ffffff));
    --link: light-dark(color-mix(in oklab, var(--accent) 88%, black), color-mix(in oklab, var(--accent) 48%, white));
    --wash: light-dark(color-mix(in oklab, var(--accent) 9%, white), color-mix(in oklab, var(--accent) 24%, #19191c));
    --bad: light-dark(#b3261e, #ff9d94);
    --bad-fill: #b3261e;
    --bad-wash: light-dark(#fdeceb, #3a1f1e);
    --good: light-dark(#17703a, #7fd49a);
    --good-wash: light-dark(#e7f5ec, #18301f);
    --warn: light-dark(#7d5200, #f0c46c);
    --warn-wash: light-dark(#fdf3dc, #332a15);
    --shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 12%);
    --focus: 0 0 0 2px var(--ground), 0 0 0 4px var(--link);
    --h1: 32px;
    --h2: 26px;
    --h3: 21px;
    --h4: 18px;
    --on-fill: #ffffff;
    --paper: #ffffff;
    --paper-edge: #000000;
    --veil: rgb(0 0 0 / 45%);
    --found: light-dark(#ffe9a3, #5c4a12);
    --found-now: light-dark(#ffc53d, #855f00);
  }
`
