import { type BadInput, badQueries, get, post, row } from "./row";

const findingsPath = "/v1/audit/findings";

/** The steps of a resolution with their request bodies. */
const steps: [below: string, body?: object][] = [["", { reason: "A trial." }], ["/confirm"], ["/reject"]];

export const findings: BadInput[] = [
  ...steps.flatMap(([below, body]) => {
    const path = (id: string) => `${findingsPath}/${id}/resolution${below}`;
    const name = `POST /audit/findings/{id}/resolution${below}`;
    return [
      row(`${name}: with an API key`, "insufficient_scope", ({ findingId }) => post(path(findingId), body)),
      row(`${name}: with an API key, for an unknown finding`, "insufficient_scope", () => post(path("fnd_1"), body)),
    ];
  }),
  ...badQueries(findingsPath, [
    ["status=", ["status"]],
    ["status=open", ["status"]],
    ["status=REJECTED", ["status"]],
    ["status=OPEN,RESOLVED", ["status"]],
    ["status=OPEN&status=RESOLVED", ["status"]],
    ["code=checkpoint_signature", ["code"]],
  ]),
  ...["OPEN", "RESOLVED"].map((status) =>
    row(`GET ${findingsPath}: a cursor of the whole list with status=${status}`, "invalid_cursor", ({ cursors }) =>
      get(`${findingsPath}?status=${status}&cursor=${cursors[findingsPath] ?? ""}`),
    ),
  ),
];
