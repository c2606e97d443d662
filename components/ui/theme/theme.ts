import { createTheme, rem } from "@mantine/core";

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

/** Ten shades of each colour. Mantine fills with 7 in light and 6 in dark; the `light` variant uses 1 and 9. */
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
} as const satisfies Record<string, Shades>;

const menuLike = { shadow: "md", transitionProps: { duration: 0 } };
const overlay = { backgroundOpacity: 1, color: "var(--shade)" };
const dialogLike = {
  overlayProps: overlay,
  transitionProps: { duration: 0 },
  // components.css locks scrolling: Mantine's style has no nonce, so the policy blocks it.
  lockScroll: false,
  // A dialog's header is not a landmark.
  attributes: { header: { role: "presentation" } },
  closeButtonProps: { "aria-label": "Close" },
};

/** A dense theme on a 4 px grid, with borders instead of shadows. tokens.css defines the colours. */
export const theme = createTheme({
  colors: shades,
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 6 },
  white: "#ffffff",
  black: "#13202b",
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--font-mono)",
  fontSmoothing: true,
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.5", lg: "1.5", xl: "1.3" },
  fontWeights: { regular: "400", medium: "550", bold: "650" },
  spacing: { "2xs": rem(4), xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: "md",
  shadows: { xs: "none", sm: "none", md: "var(--float)", lg: "var(--float)", xl: "var(--float)" },
  cursorType: "pointer",
  respectReducedMotion: true,
  activeClassName: "",
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Alert: { defaultProps: { variant: "light" } },
    Checkbox: { defaultProps: { size: "xs", radius: "sm" } },
    Code: { defaultProps: { color: "var(--code)" } },
    Drawer: { defaultProps: dialogLike },
    Menu: {
      defaultProps: { ...menuLike, withinPortal: true, position: "bottom-end", withInitialFocusPlaceholder: false },
    },
    Modal: { defaultProps: { ...dialogLike, centered: true } },
    ModalOverlay: { defaultProps: overlay },
    ModalRoot: { defaultProps: { transitionProps: dialogLike.transitionProps, lockScroll: false } },
    Popover: { defaultProps: menuLike },
    Radio: { defaultProps: { size: "xs" } },
    SegmentedControl: { defaultProps: { size: "xs", transitionDuration: 0 } },
    Select: { defaultProps: { checkIconPosition: "right" } },
    MultiSelect: { defaultProps: { checkIconPosition: "right" } },
    Textarea: { defaultProps: { autosize: true, minRows: 3 } },
  },
});

/** Maps Mantine's variables to tokens.css, which defines light and dark values under the same names. */
export const surfaces = {
  "--mantine-color-bright": "var(--text)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-body": "var(--surface)",
  "--mantine-color-dimmed": "var(--text-quiet)",
  "--mantine-color-placeholder": "var(--text-faint)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-success": "var(--good)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-color-disabled": "var(--surface-sunken)",
  "--mantine-color-disabled-color": "var(--text-faint)",
  "--mantine-color-disabled-border": "var(--line)",
  "--mantine-primary-color-light": "var(--accent-soft)",
  "--mantine-primary-color-light-hover": "var(--accent-soft)",
  "--mantine-primary-color-light-color": "var(--accent-text)",
  "--mantine-color-accent-filled": "var(--accent-solid)",
  "--mantine-color-accent-filled-hover": "var(--accent-solid-hover)",
  "--mantine-color-accent-light": "var(--accent-soft)",
  "--mantine-color-accent-light-color": "var(--accent-text)",
  "--mantine-color-accent-text": "var(--accent)",
  "--mantine-color-accent-outline": "var(--accent)",
  "--mantine-color-red-text": "var(--bad)",
  "--mantine-color-red-light": "var(--bad-soft)",
  "--mantine-color-red-light-color": "var(--bad-text)",
  "--mantine-color-orange-light": "var(--severity-high-soft)",
  "--mantine-color-orange-light-color": "var(--severity-high-text)",
  "--mantine-color-yellow-light": "var(--doubt-soft)",
  "--mantine-color-yellow-light-color": "var(--doubt-text)",
  "--mantine-color-green-light": "var(--good-soft)",
  "--mantine-color-green-light-color": "var(--good-text)",
  "--mantine-color-gray-light": "var(--quiet-soft)",
  "--mantine-color-gray-light-hover": "var(--hover)",
  "--mantine-color-gray-light-color": "var(--quiet-text)",
  "--mantine-color-gray-outline": "var(--line-strong)",
};
