import { expect, test } from 'vitest';
import css from './tokens.css?raw';

/** The light and the dark side of a token. */
function sides(token: string): [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`--${token} is not a colour of tokens.css`);
  return [light, dark];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG has it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const areas = [...css.matchAll(/--(area-\w+):/g)].map(([, name]) => name ?? '');

test.each(areas)('%s is seen on what lies under a lane', (area) => {
  const under = sides('sunken');
  sides(area).forEach((colour, side) => {
    expect(contrast(colour, under[side] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

test.each(['text', 'text-dim', 'accent', 'passed', 'waiting', 'failed', 'storage', 'data'])(
  '%s is read on each ground',
  (ink) => {
    for (const ground of ['ground', 'raised', 'sunken']) {
      const under = sides(ground);
      sides(ink).forEach((colour, side) => {
        expect(contrast(colour, under[side] ?? '')).toBeGreaterThanOrEqual(4.5);
      });
    }
  },
);
