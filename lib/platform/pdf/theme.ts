/** A text style; sizes in points. */
export interface TextStyle {
  face: "sans" | "mono";
  weight: 300 | 400 | 600;
  size: number;
  /** From one baseline to the next. */
  leading: number;
  color: string;
  /** Added between letters. */
  tracking?: number;
}

/** One accent, dark enough to stay text when it is printed in grey; everything else is ink on paper. */
export const color = {
  ink: "#14181f",
  text: "#242a33",
  quiet: "#59626f",
  faint: "#8a929d",
  line: "#cfd4da",
  rule: "#14181f",
  wash: "#f3f5f8",
  paper: "#ffffff",
  accent: "#1d3f9e",
} as const;

/** A4 in points, with the frame in which parts are set. */
export const page = {
  width: 595.28,
  height: 841.89,
  left: 60,
  right: 60,
  top: 88,
  bottom: 76,
  headerTop: 40,
  footerTop: 788,
} as const;

export const frame = {
  width: page.width - page.left - page.right,
  height: page.height - page.top - page.bottom,
} as const;

/** Maximum line width of body text: about 95 characters. */
export const measure = 440;

export const hairline = 0.5;

/** Spacing in points. */
export const space = { hair: 2, small: 4, medium: 8, large: 16, huge: 28 } as const;

const sans = { face: "sans", weight: 400, color: color.text } as const;
const mono = { face: "mono", weight: 400, color: color.text } as const;

export const type = {
  display: { ...sans, weight: 300, size: 31, leading: 38, color: color.ink, tracking: -0.4 },
  verdict: { ...sans, weight: 600, size: 34, leading: 41, color: color.paper, tracking: -0.3 },
  title: { ...sans, weight: 300, size: 23, leading: 29, color: color.ink, tracking: -0.2 },
  heading: { ...sans, weight: 600, size: 11.5, leading: 16, color: color.ink },
  subheading: { ...sans, weight: 600, size: 9, leading: 13, color: color.ink },
  lead: { ...sans, size: 11, leading: 16.5 },
  body: { ...sans, size: 9, leading: 13.5 },
  bodyStrong: { ...sans, weight: 600, size: 9, leading: 13.5, color: color.ink },
  small: { ...sans, size: 7.5, leading: 10.5 },
  smallStrong: { ...sans, weight: 600, size: 7.5, leading: 10.5, color: color.ink },
  smallQuiet: { ...sans, size: 7.5, leading: 10.5, color: color.quiet },
  label: { ...sans, weight: 600, size: 6.5, leading: 9, color: color.quiet, tracking: 0.55 },
  running: { ...sans, size: 7, leading: 9.5, color: color.quiet },
  runningMono: { ...mono, size: 6.5, leading: 9.5, color: color.quiet },
  figure: { ...sans, weight: 300, size: 21, leading: 25, color: color.ink, tracking: -0.2 },
  code: { ...mono, size: 7.5, leading: 11 },
  hash: { ...mono, size: 7, leading: 10.5 },
} as const satisfies Record<string, TextStyle>;
