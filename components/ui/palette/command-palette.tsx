"use client";

import { Modal, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue, useMounted } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useId, useState } from "react";
import { useSession } from "@/components/ui/page/session";
import { signOut } from "@/components/ui/page/sign-out";
import { offeredActions, type PaletteAction, type PaletteGroup } from "@/components/ui/palette/palette-actions";
import { isSearchable, search } from "@/components/ui/palette/palette-search";
import styles from "./command-palette.module.css";

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Pages, actions, and what the service finds under an id or a text. */
export function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState("");
  const { groups, state } = usePaletteResults(query.trim());
  const run = useRun();
  // A dialog remembers who had the focus when it opens, which one that is born open would not.
  const mounted = useMounted();

  function close(): void {
    setQuery("");
    onClose();
  }

  return (
    <Modal.Root opened={opened && mounted} onClose={close} size={620} padding={0} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search or go to">
        <PaletteList
          query={query}
          onQuery={setQuery}
          groups={groups}
          onChoose={(action) => {
            close();
            run(action);
          }}
        />
        <p className={styles.state} role="status">
          {state}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

function useRun(): (action: PaletteAction) => void {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  return ({ run }) => {
    if ("command" in run) {
      if (run.command === "sign-out") void signOut();
      else setColorScheme(run.command);
    } else if (run.href === "/docs") location.assign(run.href);
    else router.push(run.href);
  };
}

interface PaletteResults {
  groups: PaletteGroup[];
  /** How far it is, in a sentence. */
  state: string;
}

/** What the command palette offers for a text: what is known here at once, what the service knows a moment later. */
export function usePaletteResults(text: string): PaletteResults {
  const { permissions } = useSession();
  const [settled] = useDebouncedValue(text, 200);
  const asked = isSearchable(settled) && settled === text;
  const found = useQuery({
    queryKey: ["palette", settled],
    queryFn: ({ signal }) => search(settled, permissions, signal),
    enabled: asked,
    staleTime: 10_000,
    retry: false,
  });
  const groups = [...offeredActions(permissions, text), ...(asked ? (found.data ?? []) : [])];
  const count = groups.reduce((sum, { actions }) => sum + actions.length, 0);
  const searching = isSearchable(text) && (!asked || found.isFetching);
  return { groups, state: stateText({ count, searching, failed: asked && found.isError }) };
}

interface State {
  count: number;
  searching: boolean;
  failed: boolean;
}

function stateText({ count, searching, failed }: State): string {
  if (failed) return "Search is unavailable. You can still choose pages and actions.";
  if (searching) return "Searching…";
  if (count === 0)
    return "No results. Search detections by provider or host, models by name, events by tag, or anything by ID.";
  return count === 1 ? "1 result" : `${count} results`;
}

interface PaletteListProps {
  query: string;
  onQuery: (query: string) => void;
  groups: PaletteGroup[];
  onChoose: (action: PaletteAction) => void;
}

/** A field and the list below it. The focus stays in the field; the arrows say which entry Enter takes. */
export function PaletteList({ query, onQuery, groups, onChoose }: PaletteListProps) {
  const id = useId();
  const [wanted, setWanted] = useState(0);
  const actions = groups.flatMap((group) => group.actions);
  const chosen = Math.min(wanted, actions.length - 1);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const to = step(event.key, chosen, actions.length);
    if (to !== undefined) {
      event.preventDefault();
      setWanted(to);
    }
    const action = actions[chosen];
    if (event.key === "Enter" && action) {
      event.preventDefault();
      onChoose(action);
    }
  }

  return (
    <>
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          className={styles.input}
          placeholder="Search pages, actions, providers, models or IDs…"
          value={query}
          onChange={({ currentTarget }) => {
            onQuery(currentTarget.value);
            setWanted(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          aria-label="Search or go to"
          aria-autocomplete="list"
          aria-expanded={actions.length > 0}
          aria-controls={actions.length > 0 ? id : undefined}
          aria-activedescendant={actions.length > 0 ? `${id}-${chosen}` : undefined}
        />
      </div>
      {actions.length > 0 && (
        <div id={id} role="listbox" aria-label="Results" className={styles.list}>
          {groups.map(({ heading, actions: ofGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box holds groups of options, not fields.
            <div key={heading} role="group" aria-label={heading}>
              <p className={styles.heading} aria-hidden="true">
                {heading}
              </p>
              {ofGroup.map((action) => {
                const at = actions.indexOf(action);
                return (
                  <Option
                    key={action.id}
                    id={`${id}-${at}`}
                    action={action}
                    chosen={at === chosen}
                    onPoint={() => setWanted(at)}
                    onChoose={() => onChoose(action)}
                  />
                );
              })}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

interface OptionProps {
  id: string;
  action: PaletteAction;
  chosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, action: { label, hint, icon: Icon }, chosen, onPoint, onChoose }: OptionProps) {
  return (
    <button
      ref={chosen ? showInList : undefined}
      id={id}
      type="button"
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={styles.option}
      onPointerMove={onPoint}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </button>
  );
}

function showInList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** Where a key leads in a list of `count`, around its ends; undefined for keys that lead nowhere. */
export function step(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (from + 1) % count;
  if (key === "ArrowUp") return (from - 1 + count) % count;
  return undefined;
}
