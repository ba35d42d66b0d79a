// Friction: its arrows beside those of normal forces, what touches do, and its events.
import assert from "node:assert/strict";
import { browser, reportOf } from "./context.mjs";
import { distance, near, open, pixels, styleColor, test } from "./harness.mjs";

// A block of 2 kg, 0.4 m by 0.2 m, starts at 0.5 m/s down a slope of 20 degrees with mu = 0.5, drawn along the slope. It slides with
// mu m g cos against its motion, comes to rest at v0/(g (mu cos - sin)) = 0.39873 s, and is held there by m g sin.
const slope = (20 * Math.PI) / 180;
const model = `pawl: 1
planar: true
gravity: [${9.81 * Math.sin(slope)}, ${-9.81 * Math.cos(slope)}]
bodies:
  ground: {profiles: {floor: {start: [2, 0], closed: false, chain: [{line: {to: [-2, 0]}}]}}}
  block: {mass: 2, inertia: 0.05, position: [0, 0.1], profiles: {outline: {start: [-0.2, -0.1], chain: [{line: {to: [0.2, -0.1]}}, {line: {to: [0.2, 0.1]}}, {line: {to: [-0.2, 0.1]}}, {line: {to: [-0.2, -0.1]}}]}}}
initial: {bodies: {block: {velocity: [0.5, 0]}}}
contacts: {rest: {profiles: [block.outline, ground.floor], friction: 0.5}}
analysis: {type: dynamics, duration: 0.8, step: 0.02}
`;

test("friction: arrows of its own colour against the motion, modes and events", async () => {
  const { page, state, seek, close } = await open(browser, reportOf("launched", model));
  const [colour, normal] = [await styleColor(page, "friction"), await styleColor(page, "force")];
  assert.ok(distance(colour, normal) > 100, "friction and normal forces look alike");
  const closed = async () => (await state()).touches.filter((touch) => touch.state === "closed");
  const sum = (touches, axis) => touches.reduce((all, touch) => all + touch.friction[axis], 0);
  for (const [t, mode, force] of [[0.2, "slides", 0.5 * 2 * 9.81 * Math.cos(slope)], [0.7, "sticks", 2 * 9.81 * Math.sin(slope)]]) {
    await seek(t);
    const touches = await closed();
    assert.deepEqual(touches.map((touch) => touch.mode), [mode, mode], `at ${t} s`);
    near(sum(touches, 0), -force, 1e-4 * force, `friction at ${t} s`);
    near(sum(touches, 1), 0, 1e-9, `friction across the floor at ${t} s`);
    // arrows point up the slope, to the scale of the normal forces
    const largest = touches.reduce((a, b) => (b.force > a.force ? b : a));
    const key = page.locator(".force-key");
    const perNewton = (await key.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await key.textContent());
    const along = [largest.screen[0] + 0.5 * largest.friction[0] * perNewton, largest.screen[1]];
    const up = [largest.screen[0], largest.screen[1] - 0.5 * largest.force * perNewton];
    const [rubs, pushes] = await pixels(page, [along, up]);
    assert.ok(distance(rubs, colour) < 40, `half way along the friction at ${t} s there is ${rubs}, not ${colour}`);
    assert.ok(distance(pushes, normal) < 40, `half way along the normal force at ${t} s there is ${pushes}, not ${normal}`);
    assert.match(await page.locator(".panel:has(.bars) > .hint").innerText(), new RegExp(`closed, ${mode}`));
  }
  const { screen, friction } = (await closed())[0];
  await page.keyboard.press("c");
  const [gone] = await pixels(page, [[screen[0] + 4 * friction[0], screen[1]]]);
  assert.ok(distance(gone, colour) > 60, "friction cannot be switched off");
  await seek(0.4);
  // the upper corner carries (m g cos - mu m g cos/2)/2 = 6.914 N while the block slides
  assert.match(await page.locator(".whole").innerText(), /sticks rest: the slip has ended.*slip before.*slip after.*friction before 3\.457 N/);
  await close();
});
