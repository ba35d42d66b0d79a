// In a drawing bodies lie in layers, as paper cut-outs do: bodies that a joint ties lie in different ones, so that both are seen,
// and bodies that touch lie in the same one, because there their outlines meet.
import type { Scene } from "../data";

export function findLayers(scene: Scene): number[] {
  const group = scene.bodies.map((_, i) => i);
  const find = (i: number): number => (group[i] === i ? i : (group[i] = find(group[i])));
  for (const contact of scene.contacts) {
    const [a, b] = contact.bodies.map(find);
    group[Math.max(a, b)] = Math.min(a, b);
  }
  const layer = new Map<number, number>([[find(0), 0]]);
  scene.bodies.forEach((_, i) => {
    const own = find(i);
    if (layer.has(own)) return;
    const taken = new Set<number>();
    for (const joint of scene.joints) {
      const [a, b] = joint.bodies.map(find);
      if (a === own && layer.has(b)) taken.add(layer.get(b)!);
      if (b === own && layer.has(a)) taken.add(layer.get(a)!);
    }
    let free = 1;
    while (taken.has(free)) free++;
    layer.set(own, free);
  });
  return scene.bodies.map((_, i) => layer.get(find(i))!);
}
