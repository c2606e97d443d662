"use client";

import { Modal, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue, useMounted } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useId, useState } from "react";
import { signOut } from "@/components/ui/api/auth";
import { palette as texts } from "@/components/ui/dialog-texts";
import { useSession } from "@/components/ui/page/session";
import { offeredActions, type PaletteAction, type PaletteGroup } from "@/components/ui/palette/palette-actions";
import { isSearchable, search } from "@/components/ui/palette/palette-search";
import { countedText } from "@/lib/platform/client/format";
import styles from "./command-palette.module.css";

/** Searches pages, actions and the organisation's data. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [query, setQuery] = useState("");
  const { groups, state } = usePaletteResults(query.trim());
  const run = useRun();
  // Opens after mounting: a dialog that mounts open would not return the focus.
  const mounted = useMounted();

  function close(): void {
    setQuery("");
    onClose();
  }

  return (
    <Modal.Root opened={opened && mounted} onClose={close} size={620} padding={0} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={texts.searchOrGoTo}>
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
  state: string;
}

/** Pages and actions immediately, search results of the API after a moment. */
function usePaletteResults(text: string): PaletteResults {
  const session = useSession();
  const [settled] = useDebouncedValue(text, 200);
  const isSearching = isSearchable(settled) && settled === text;
  const found = useQuery({
    queryKey: ["palette", settled],
    queryFn: ({ signal }) => search(settled, session.permissions, signal),
    enabled: isSearching,
    staleTime: 10_000,
    retry: false,
  });
  const groups = [...offeredActions(session, text), ...(isSearching ? (found.data ?? []) : [])];
  const count = groups.reduce((sum, { actions }) => sum + actions.length, 0);
  const searching = isSearchable(text) && (!isSearching || found.isFetching);
  return { groups, state: stateText({ count, searching, failed: isSearching && found.isError }) };
}

function stateText({ count, searching, failed }: { count: number; searching: boolean; failed: boolean }): string {
  if (failed) return texts.unavailable;
  if (searching) return "Searching…";
  if (count === 0) return texts.noResults;
  return countedText(count, "result");
}

interface PaletteListProps {
  query: string;
  onQuery: (query: string) => void;
  groups: PaletteGroup[];
  onChoose: (action: PaletteAction) => void;
}

/** A combobox: the focus stays in the field, the arrow keys select an option. */
function PaletteList({ query, onQuery, groups, onChoose }: PaletteListProps) {
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
          placeholder={texts.placeholder}
          value={query}
          onChange={({ currentTarget }) => {
            onQuery(currentTarget.value);
            setWanted(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          aria-label={texts.searchOrGoTo}
          aria-autocomplete="list"
          aria-expanded={actions.length > 0}
          aria-controls={actions.length > 0 ? id : undefined}
          aria-activedescendant={actions.length > 0 ? `${id}-${chosen}` : undefined}
        />
      </div>
      {actions.length > 0 && (
        <div id={id} role="listbox" aria-label="Results" className={styles.list}>
          {groups.map(({ heading, actions: ofGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups of options, not fieldsets.
            <div key={heading} role="group" aria-label={heading}>
              <p className={styles.heading} aria-hidden="true">
                {heading}
              </p>
              {ofGroup.map((action) => {
                const at = actions.indexOf(action);
                return (
                  <Option
                    key={at}
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
      // Keeps the focus in the field.
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

/** The index after an arrow key, wrapping around; undefined for other keys. */
export function step(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (from + 1) % count;
  if (key === "ArrowUp") return (from - 1 + count) % count;
  return undefined;
}
