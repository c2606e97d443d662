type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

const accent: Shades = [
  "#eaf4f7",
  "#d4e9ee",
  "#aad3dd",
  "#7bbccb",
  "#5fc3d7",
  "#2a90a6",
  "#11758a",
  "#0b6076",
  "#084b5d",
  "#073c4a",
];

/** Ten shades a colour, as Mantine wants them: 7 is filled in light, 6 in dark, 1 and 9 are ground and text of `light`. */
export const shades = {
  accent,
  gray: ["#f6f8f9", "#eef1f4", "#e4e9ed", "#d9dfe5", "#c3ccd4", "#5a6875", "#55636f", "#475563", "#2b3844", "#13202b"],
  dark: ["#e6ecf1", "#b9c4ce", "#a6b3bf", "#8c9ba8", "#2c3a46", "#1f2b36", "#18222c", "#121a22", "#0f161d", "#0c1218"],
  red: ["#fdf0ef", "#fbe0de", "#f5bab5", "#ee948c", "#ff8a80", "#d4493f", "#c2362c", "#b3261e", "#97201a", "#7c1a15"],
  orange: [
    "#fdf3ea",
    "#fae3d0",
    "#f4c39b",
    "#ee9f62",
    "#f29a5c",
    "#cc5c14",
    "#b9500f",
    "#a84508",
    "#8d3a07",
    "#732f06",
  ],
  yellow: [
    "#fcf7e2",
    "#f7ecc0",
    "#ecd88a",
    "#dfc25a",
    "#d8b54c",
    "#947207",
    "#846503",
    "#765a00",
    "#685000",
    "#544000",
  ],
  green: ["#edf7f1", "#d6eee1", "#a5d9be", "#72c39a", "#4fc58d", "#1f8458", "#18764d", "#146c46", "#105a3a", "#0c472e"],
  blue: ["#eff3f7", "#dfe8f0", "#bacbdb", "#93adc5", "#8faac5", "#56738f", "#4d6985", "#44607c", "#36506a", "#294056"],
  cyan: accent,
  teal: accent,
} as const satisfies Record<string, Shades>;
