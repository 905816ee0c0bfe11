/** What a drawing is made with: on a canvas, or into a document. Places are in pixels of the view. */

export interface BoxLook {
  readonly radius: number;
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly width?: number;
  readonly alpha?: number;
}

export interface LineLook {
  readonly stroke: string;
  readonly width: number;
  readonly isDashed?: boolean;
  readonly alpha?: number;
}

export interface TextLook {
  readonly size: number;
  readonly fill: string;
  readonly anchor: "start" | "middle" | "end";
  readonly isBold?: boolean;
  readonly alpha?: number;
  /** A color around the letters. */
  readonly halo?: string;
}

export interface Painter {
  box(x: number, y: number, width: number, height: number, look: BoxLook): void;
  /** A smooth line that leaves and comes along one axis. @param points - x, y, x, y... */
  curve(points: Float64Array, isDown: boolean, look: LineLook): void;
  polygon(points: readonly number[], fill: string, alpha?: number): void;
  text(x: number, y: number, text: string, look: TextLook): void;
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export function canvasPainter(context: CanvasRenderingContext2D): Painter {
  return {
    box(x, y, width, height, { radius, fill, stroke, width: thick = 1, alpha = 1 }) {
      context.globalAlpha = alpha;
      context.beginPath();
      if (radius > 0.5) context.roundRect(x, y, width, height, radius);
      else context.rect(x, y, width, height);
      if (fill !== null) {
        context.fillStyle = fill;
        context.fill();
      }
      if (stroke !== null) {
        context.strokeStyle = stroke;
        context.lineWidth = thick;
        context.stroke();
      }
      context.globalAlpha = 1;
    },
    curve(points, isDown, { stroke, width, isDashed = false, alpha = 1 }) {
      context.globalAlpha = alpha;
      context.strokeStyle = stroke;
      context.lineWidth = width;
      if (isDashed) context.setLineDash([5, 4]);
      context.beginPath();
      context.moveTo(points[0] as number, points[1] as number);
      for (let i = 2; i < points.length; i += 2) {
        const [x0, y0] = [points[i - 2] as number, points[i - 1] as number];
        const [x1, y1] = [points[i] as number, points[i + 1] as number];
        if (isDown) {
          const middle = (y0 + y1) / 2;
          context.bezierCurveTo(x0, middle, x1, middle, x1, y1);
        } else {
          const middle = (x0 + x1) / 2;
          context.bezierCurveTo(middle, y0, middle, y1, x1, y1);
        }
      }
      context.stroke();
      if (isDashed) context.setLineDash([]);
      context.globalAlpha = 1;
    },
    polygon(points, fill, alpha = 1) {
      context.globalAlpha = alpha;
      context.fillStyle = fill;
      context.beginPath();
      for (let i = 0; i < points.length; i += 2) {
        context.lineTo(points[i] as number, points[i + 1] as number);
      }
      context.fill();
      context.globalAlpha = 1;
    },
    text(x, y, text, { size, fill, anchor, isBold = false, alpha = 1, halo }) {
      context.globalAlpha = alpha;
      context.font = `${isBold ? "600 " : ""}${size}px ${FONT}`;
      context.textAlign = anchor === "middle" ? "center" : anchor;
      context.textBaseline = "alphabetic";
      if (halo !== undefined) {
        context.strokeStyle = halo;
        context.lineWidth = 3;
        context.lineJoin = "round";
        context.strokeText(text, x, y);
      }
      context.fillStyle = fill;
      context.fillText(text, x, y);
      context.globalAlpha = 1;
    },
  };
}
