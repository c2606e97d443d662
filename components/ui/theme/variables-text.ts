import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { surfaces, theme } from "./theme";

/** The theme as CSS variables, without those that equal Mantine's style sheet. */
export function variablesText(): string {
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const own = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const changed = (part: "variables" | "light" | "dark", added: Record<string, string> = {}) => {
    const known: Record<string, string> = defaults[part];
    return Object.fromEntries(
      Object.entries({ ...own[part], ...added }).filter(([name, value]) => known[name] !== value),
    );
  };
  return convertCssVariables({
    variables: changed("variables"),
    light: changed("light", surfaces),
    dark: changed("dark", surfaces),
  });
}
