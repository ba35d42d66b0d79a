// On top: what was run, how it went, and the figures that tell whether to trust it.
import type { Report } from "../data";
import { h } from "../dom";
import { number, quantity, unitText } from "../format";
import { verdictOf } from "./audit";

const FORCES = 3;

interface Peak {
  name: string;
  value: number;
  unit: string;
  t: number;
}

// Largest forces: columns in the model's unit of force, the two or three parts of a reaction taken together.
function largestForces(report: Report): Peak[] {
  const unit = unitText(report.scene.units?.force?.name ?? "N");
  const groups = new Map<string, ArrayLike<number>[]>();
  // of a contact's columns the whole force only, not its parts and touches
  const parts = report.scene.contacts.map((contact) => `${contact.name}.`);
  const isPart = (name: string) => parts.some((start) => name.startsWith(start) && name !== `${start}force`);
  for (const column of report.columns) {
    if (column.unit !== unit || isPart(column.name)) continue;
    const name = column.name.replace(/\.f[xyz]$/, "");
    groups.set(name, [...(groups.get(name) ?? []), column.values]);
  }
  const peaks: Peak[] = [];
  for (const [name, components] of groups) {
    let value = 0;
    let at = 0;
    for (let i = 0; i < report.rows; i++) {
      let sum = 0;
      for (const part of components) sum += part[i] * part[i];
      if (sum > value) {
        value = sum;
        at = i;
      }
    }
    if (value > 0) peaks.push({ name, value: Math.sqrt(value), unit, t: report.time[at] });
  }
  return peaks.sort((a, b) => b.value - a.value).slice(0, FORCES);
}

const count = (n: number, one: string, many = `${one}s`): string => (n === 0 ? "" : `${n} ${n === 1 ? one : many}`);
const asNumber = (value: unknown): number | undefined => (typeof value === "number" && Number.isFinite(value) ? value : undefined);

function messageText(message: unknown): string {
  if (typeof message === "string") return message;
  const { text, message: inner } = (message ?? {}) as { text?: unknown; message?: unknown };
  return String(text ?? inner ?? JSON.stringify(message));
}

function warnings(report: Report): string[] {
  const { run } = report;
  const statistics = run.statistics ?? {};
  const out: string[] = [];
  const end = quantity(report.time[report.rows - 1], report.timeUnit);
  if (run.status === "running") out.push(`The run is still going: this is what it had at ${end}.`);
  if (run.status === "failed") out.push(`The run could not go on after ${end}.`);
  if (run.status === "cancelled") out.push(`The run was interrupted at ${end}.`);
  const redundancies = run.model?.redundancies;
  const redundant = Array.isArray(redundancies) ? redundancies.length : (asNumber(redundancies) ?? 0);
  if (redundant > 0) out.push(`${count(redundant, "redundant constraint")}: reactions of the joints concerned are one of many possible sets.`);
  const drift = asNumber(statistics.energy_drift);
  if (drift !== undefined && drift > 1e-3) out.push(`The energy balance is off by ${number(100 * drift, 3)} % of the largest kinetic energy.`);
  const violation = asNumber(statistics.violation_position);
  if (violation !== undefined && violation > 1e-6) out.push(`Joints stand open by up to ${number(violation, 3)} of the mechanism's size.`);
  const passages = asNumber(statistics.singular_passages) ?? 0;
  if (passages > 0) out.push(`${count(passages, "singular position")} passed.`);
  if (report.rowsTotal > report.rows) out.push(`The page shows ${report.rows} of ${report.rowsTotal} rows.`);
  return [...(run.messages ?? []).map(messageText), ...out];
}

function fact(label: string, value: string, title = ""): HTMLElement | null {
  return value === "" ? null : h("div", { class: "fact", title: title || null }, h("dt", {}, label), h("dd", {}, value));
}

function mobility(report: Report): string {
  const value = report.run.model?.mobility;
  return asNumber(value) === undefined ? "" : number(value);
}

function duration(report: Report): string {
  const span = report.time[report.rows - 1] - report.time[0];
  return report.rows === 1 ? "one position" : `${quantity(span, report.timeUnit)}, ${report.rowsTotal} rows`;
}

export function makeSummary(report: Report, seek: (t: number) => void): HTMLElement {
  const { run, scene } = report;
  const statistics = run.statistics ?? {};
  const how = [run.analysis, run.formulation, run.method].filter((word) => typeof word === "string" && word !== "").join(", ");
  const drift = asNumber(statistics.energy_drift);
  const violation = asNumber(statistics.violation_position);
  const seconds = asNumber(run.timings?.seconds);
  const parts = [count(scene.bodies.length - 1, "body", "bodies"), count(scene.joints.length, "joint"), count(scene.contacts.length, "contact")];
  const peaks = largestForces(report);
  const forces =
    peaks.length > 0 &&
    h(
      "div",
      { class: "fact wide" },
      h("dt", {}, "Largest forces"),
      h(
        "dd",
        {},
        ...peaks.map((peak) =>
          h(
            "button",
            { type: "button", class: "link", title: `at ${quantity(peak.t, report.timeUnit)}: go there`, click: () => seek(peak.t) },
            `${peak.name} ${quantity(peak.value, peak.unit)}`,
          ),
        ),
      ),
    );
  const list = warnings(report);
  const audited = verdictOf(report) !== "none"; // its table has these, and more
  return h(
    "section",
    { class: "summary", "aria-label": "Summary" },
    h(
      "dl",
      { class: "facts" },
      fact("Run", how || "unknown", seconds === undefined ? "" : `computed in ${quantity(seconds, "s", 3)}`),
      fact("Mechanism", parts.filter(Boolean).join(", ")),
      fact("Mobility", mobility(report)),
      fact("Duration", duration(report)),
      fact("Events", String(report.eventsTotal)),
      forces,
      !audited && drift !== undefined && report.rows > 1 && fact("Energy balance", number(drift, 2), "balance at the end over the largest kinetic energy: 0 is perfect"),
      !audited && violation !== undefined && fact("Joint gaps", number(violation, 2), "largest gap of a joint over the mechanism's size"),
    ),
    list.length > 0 && h("ul", { class: "warnings", "aria-label": "Warnings" }, ...list.map((text) => h("li", {}, text))),
  );
}
