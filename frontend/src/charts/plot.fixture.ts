import type uPlot from 'uplot';

/** What a plot that notes was asked to draw, where it was told so. */
export interface Noted {
  readonly plot: uPlot;
  readonly texts: [text: string, x: number][];
  readonly lines: number[];
  readonly shaded: number[];
}

/** A plot of 100 by 100 pixels for 10 seconds, that notes what is written on it and where lines begin, for specs. */
export function plotThatNotes(): Noted {
  const texts: [string, number][] = [];
  const lines: number[] = [];
  const shaded: number[] = [];
  const ctx = {
    save: () => undefined,
    restore: () => undefined,
    beginPath: () => undefined,
    setLineDash: () => undefined,
    rect: () => undefined,
    clip: () => undefined,
    lineTo: () => undefined,
    stroke: () => undefined,
    moveTo: (x: number) => lines.push(x),
    measureText: () => ({ width: 60 }),
    fillText: (text: string, x: number) => texts.push([text, x]),
    fillRect: (x: number) => shaded.push(x),
  };
  const plot = {
    ctx,
    bbox: { left: 0, top: 0, width: 100, height: 100 },
    scales: { x: { min: 0, max: 10 } },
    valToPos: (seconds: number) => seconds * 10,
    posToVal: (pixels: number) => pixels / 10,
  };
  return { plot: plot as unknown as uPlot, texts, lines, shaded };
}
