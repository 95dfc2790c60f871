import { Pixels } from './pixels';

/** Pixels that are laid over what a canvas shows already. A canvas that takes pixels itself loses what it showed. */
export class Sheet {
  private readonly canvas = document.createElement('canvas');
  private pixels = new Pixels(1, 1);

  /** Nothing but room for so many pixels; what was painted before is gone. */
  blank(width: number, height: number): Pixels {
    if (this.pixels.width !== width || this.pixels.height !== height) {
      this.pixels = new Pixels(width, height);
      Object.assign(this.canvas, { width, height });
    } else {
      this.pixels.clear();
    }
    return this.pixels;
  }

  layOn(context: CanvasRenderingContext2D, left: number, top: number): void {
    const { bytes, width, height } = this.pixels;
    this.canvas.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
    context.drawImage(this.canvas, left, top);
  }
}
