// A faint grid behind a drawing, or below a mechanism in space.
import { type Box3, Quaternion, Vector3 } from "three";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { niceBelow } from "../format";
import { type Materials, segments } from "./materials";

export function drawGrid(planar: boolean, box: Box3, up: Vector3, materials: Materials): LineSegments2 {
  const size = box.getSize(new Vector3());
  const center = box.getCenter(new Vector3());
  const reach = Math.max(size.x, size.y, planar ? 0 : size.z);
  const step = niceBelow(reach / (planar ? 8 : 6));
  const count = Math.ceil((planar ? 1.6 : 0.75) * (reach / step));
  // in the plane the lines stand at whole multiples of the step
  const low = planar ? [center.x, center.y].map((x) => (Math.round(x / step) - count) * step) : [-count * step, -count * step];
  const length = 2 * count * step;
  const lines: number[] = [];
  for (let i = 0; i <= 2 * count; i++) {
    const x = low[0] + i * step;
    const y = low[1] + i * step;
    lines.push(x, low[1], 0, x, low[1] + length, 0, low[0], y, 0, low[0] + length, y, 0);
  }
  const grid = segments(lines, materials.line(1, (theme) => theme.color("grid")));
  grid.renderOrder = -1;
  if (planar) grid.position.z = box.min.z - 0.01 * reach;
  else {
    grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
    const drop = center.dot(up) - Math.abs(size.dot(new Vector3(...up.toArray().map(Math.abs)))) / 2;
    grid.position.copy(center).addScaledVector(up, drop - center.dot(up) - 0.05 * reach);
  }
  return grid;
}
