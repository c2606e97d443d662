import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { surfaces, theme } from "./theme";

type Variables = Record<`--${string}`, string>;

/** The theme as CSS variables, without those that equal Mantine's style sheet. */
export function variablesText(): string {
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const own = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const changed = (part: "variables" | "light" | "dark", added: Variables = {}) => {
    const all = { ...own[part], ...added };
    const names = (Object.keys(all) as (keyof Variables)[]).filter((name) => all[name] !== defaults[part][name]);
    return Object.fromEntries(names.map((name) => [name, all[name]])) as Variables;
  };
  return convertCssVariables({
    variables: changed("variables"),
    light: changed("light", surfaces),
    dark: changed("dark", surfaces),
  });
}
