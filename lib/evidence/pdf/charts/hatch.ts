/** A path of diagonal lines that fill a rectangle without leaving it: a tone that survives any printer. */
export function hatch(x: number, y: number, width: number, height: number, distance = 2.6): string {
  const lines: string[] = [];
  for (let offset = distance / 2; offset < width + height; offset += distance) {
    const startX = Math.min(offset, width);
    const startY = offset - startX;
    const endY = Math.min(offset, height);
    const endX = offset - endY;
    lines.push(`M${round(x + startX)} ${round(y + startY)} L${round(x + endX)} ${round(y + endY)}`);
  }
  return lines.join(" ");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
