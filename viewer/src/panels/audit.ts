// Whether the result obeys the laws that it was checked by: one mark, and the table behind it.
import type { AuditLaw, Report } from "../data";
import { button, h, icon } from "../dom";
import { number } from "../format";

type Verdict = "passed" | "failed" | "none";
const WORDS: Record<Verdict, string> = { passed: "audit passed", failed: "audit failed", none: "not audited" };
const SIGNS: Record<Verdict, string> = { passed: "M3 8.5l3.2 3.2L13 4.8", failed: "M4 4l8 8M12 4l-8 8", none: "M4 8h8" };
const HEADS = ["law", "largest deviation", "limit", "where", "verdict", ""];

const lawsOf = ({ run }: Report): AuditLaw[] => (Array.isArray(run.audit?.laws) ? run.audit.laws.filter((law) => law && typeof law === "object") : []);

// A law that could not be checked is none that passed.
export function verdictOf(report: Report): Verdict {
  const laws = lawsOf(report);
  if (report.run.audit?.ok === false || laws.some(({ status }) => status === "failed")) return "failed";
  return laws.some(({ status }) => status === "passed") ? "passed" : "none";
}

function row(law: AuditLaw): HTMLElement {
  const status = String(law.status);
  const cells = [law.name, number(law.deviation, 2), number(law.limit, 2), law.where ?? ""].map((text) => h("td", {}, String(text)));
  const verdict = h("td", { class: "verdict", "data-law": status }, status);
  return h("tr", {}, ...cells, verdict, h("td", { class: "hint note" }, law.note ?? ""));
}

function count(laws: AuditLaw[]): string {
  const words = ["passed", "failed", "too coarse", "not audited", "nothing to audit"];
  const parts = words.map((word) => [laws.filter(({ status }) => status === word).length, word] as const);
  return parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`).join(", ");
}

export function makeAudit(report: Report): { mark: HTMLElement; dialog: HTMLDialogElement } {
  const laws = lawsOf(report);
  const verdict = verdictOf(report);
  const close = () => dialog.close();
  const instants = report.run.audit?.instants;
  const body =
    laws.length === 0
      ? h("p", {}, "This result was not checked. ", h("code", {}, "pawl audit DIR"), " checks it by laws of mechanics, from the folder and the model alone.")
      : h(
          "div",
          { class: "audit-table", tabindex: "0", role: "group", "aria-label": "Laws" },
          h("table", {}, h("thead", {}, h("tr", {}, ...HEADS.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...laws.map(row))),
        );
  const dialog: HTMLDialogElement = h(
    "dialog",
    { class: "audit", "aria-label": "Audit" },
    h("header", {}, h("h2", {}, `Audit: ${laws.length > 0 ? count(laws) : WORDS.none}`), button("Close", icon(SIGNS.failed), close, { class: "mini" })),
    laws.length > 0 && h("p", { class: "hint" }, `The result checked by laws, not by the code that made it${instants ? `, at ${instants} instants` : ""}. Deviations are relative to the scale of each law.`),
    body,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  const mark = button(`${WORDS[verdict]}: show the table (U)`, icon(SIGNS[verdict]), () => dialog.showModal(), { class: "mark", "data-verdict": verdict });
  mark.append(WORDS[verdict]);
  return { mark, dialog };
}
