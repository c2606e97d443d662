import { division, type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { longTime } from "@/lib/evidence/pdf/words";
import { facts } from "@/lib/pdf/elements/facts";
import { Print } from "@/lib/pdf/elements/print";
import { heading, paragraph } from "@/lib/pdf/elements/prose";
import { Rule } from "@/lib/pdf/elements/rule";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { color, frame, space, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

const id = "signatures";

/** The seal of the system, and lines for the people who answer for the package. */
export function signatures(input: PartInput): Part {
  const { set, report } = input;
  return part(input, id, "Signatures", [
    heading(set, "Seal of the system", division(id, "seal", "Seal of the system", false)),
    ...paragraph(
      set,
      "A machine made this seal. It says that the evidence and this file left the service as they are, and nothing more: no person has read or approved them by it.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Signed by", report.signedBy],
      ["Key", report.sealKeyId, type.hash],
      ["Algorithm", "RSA (RSASSA-PKCS1-v1_5) with SHA-256"],
      ["Time", longTime(report.package.generatedAt)],
      [
        "Covers",
        "The canonical text of the evidence in evidence.json (its seal), and this file with that attachment (PAdES)",
      ],
    ]),
    heading(set, "Sign-off by people", division(id, "people", "Sign-off by people", false)),
    ...paragraph(
      set,
      "For whoever prepares the package for its recipient, and whoever approves it. To sign here is a statement about the package by a person, apart from the seal.",
      { keepWithNext: true },
    ),
    signOff(set, "Prepared by"),
    signOff(set, "Approved by"),
  ]);
}

function signOff(set: Typesetter, title: string): Block {
  const rows = [
    ["Name", "Role"],
    ["Date", "Signature"],
  ] as const;
  const rowHeight = 50;
  const column = (frame.width - 24) / 2;
  const heading_ = set.set(title, type.subheading, frame.width, 1);
  const lines = rows.flatMap((row, y) =>
    row.map((name, x) => ({
      left: x * (column + 24),
      top: heading_.height + (y + 1) * rowHeight - type.label.leading - 3,
      label: set.set(name.toUpperCase(), type.label, column, 1),
    })),
  );
  return {
    height: heading_.height + rows.length * rowHeight,
    gap: space.huge,
    draw: () => (
      <>
        <Print text={heading_} />
        {lines.map(({ left, top, label }) => [
          <Rule key={`${left} ${top}`} left={left} top={top - 3} width={column} tone={color.ink} />,
          <Print key={`${left} ${top} name`} text={label} left={left} top={top} />,
        ])}
      </>
    ),
  };
}
