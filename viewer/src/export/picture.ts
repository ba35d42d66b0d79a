// The drawing with what lies over it, as one picture: names, the scale, what is shown and when.

export interface Caption {
  labels: { text: string; x: number; y: number; color: string }[]; // middles, in pixels of the page
  rulers: { text: string; width: number; color: string }[]; // from below
  title: string;
  colors: { text: string; muted: string; stage: string };
}

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
export const EDGE = 14;

function drawLabel(ctx: CanvasRenderingContext2D, { text, x, y, color }: Caption["labels"][number], paper: string): void {
  const width = ctx.measureText(text).width + 12;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - 9, width, 18, 5);
  ctx.globalAlpha = 0.86;
  ctx.fillStyle = paper;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.fillStyle = color;
  ctx.textAlign = "center";
  ctx.fillText(text, x, y);
}

// `drawing` has `scale` pixels for one of the page.
export function compose(drawing: HTMLCanvasElement, width: number, height: number, scale: number, caption: Caption): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const ctx = canvas.getContext("2d")!;
  const { colors, rulers } = caption;
  ctx.fillStyle = colors.stage;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(drawing, 0, 0);
  ctx.scale(scale, scale);
  ctx.font = FONT;
  ctx.textBaseline = "middle";
  for (const label of caption.labels) drawLabel(ctx, label, colors.stage);
  ctx.lineWidth = 1.5;
  rulers.forEach((ruler, i) => {
    const base = height - EDGE - 24 * i;
    ctx.strokeStyle = ruler.color;
    ctx.beginPath();
    ctx.moveTo(EDGE, base - 6);
    ctx.lineTo(EDGE, base);
    ctx.lineTo(EDGE + ruler.width, base);
    ctx.lineTo(EDGE + ruler.width, base - 6);
    ctx.stroke();
    ctx.fillStyle = colors.text;
    ctx.textAlign = "center";
    ctx.fillText(ruler.text, EDGE + ruler.width / 2, base - 8);
  });
  ctx.textAlign = "right";
  ctx.fillStyle = colors.muted;
  ctx.fillText(caption.title, width - EDGE, height - EDGE - 4);
  return canvas;
}

export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
