// Axes of joint frames and named frames: x red, y green, z blue.
import { Group } from "three";
import type { Pose, Scene } from "../data";
import { turnOf, vector } from "./anchors";
import type { DrawnBodies } from "./bodies";
import { type Materials, segments } from "./materials";

export function drawFrames(scene: Scene, drawn: DrawnBodies, materials: Materials): Group[] {
  const pens = ["axis-x", "axis-y", "axis-z"].map((name) => materials.line(2, (theme) => theme.color(name), { above: true }));
  const length = 0.07 * drawn.sizes.whole;
  const triad = (pose: Pose, body: number): Group => {
    const group = new Group();
    const ends = [[length, 0, 0], [0, length, 0], [0, 0, length]];
    ends.slice(0, scene.planar ? 2 : 3).forEach((end, i) => group.add(segments([0, 0, 0, ...end], pens[i])));
    group.position.copy(vector(pose.position));
    if (scene.planar) group.position.z = drawn.top - drawn.bodies[body].z;
    if (pose.quaternion && !scene.planar) group.quaternion.copy(turnOf(pose));
    drawn.bodies[body].group.add(group);
    return group;
  };
  const joints = scene.joints.flatMap((joint) => joint.bodies.map((body, side) => triad(joint.frames[side], body)));
  return [...joints, ...scene.frames.map((frame) => triad(frame, frame.body))];
}
