import ts from "typescript";

interface Rule {
  pattern: RegExp;
  /** What to write instead. */
  suggestion: string;
  /** Accepted uses of the phrase. */
  except?: RegExp;
}

export interface LanguageProblem {
  line: number;
  phrase: string;
  suggestion: string;
}

/** Phrases of literal translations, and terms that the glossary replaced. */
const rules: Rule[] = [
  { pattern: /\btold\b|\btell(?:s|ing)? (?:of|about)\b/, suggestion: "notify, send, report or record" },
  {
    pattern: /\btells?\b/,
    suggestion: "show, return, report or indicate",
    except: /\btell(?:s|ing)? \w+(?: \w+)? apart\b/,
  },
  { pattern: /\banew\b|\bonce more\b/, suggestion: "again, or a verb with re-: regenerated, re-encrypted" },
  { pattern: /\bmeanwhile\b|\bin the meantime\b/, suggestion: "leave out, or while … / since then" },
  { pattern: /\bfor ever\b/, suggestion: "permanently" },
  { pattern: /\bat all\b/, suggestion: "leave out", except: /\bat all (?:times|levels|sizes|points)\b/ },
  { pattern: /\bneither(?= ?[.;:)]|$)/, suggestion: "say which two, or leave out" },
  {
    pattern: /\b(?:whoever|somebody|nobody|anybody|everybody)\b/,
    suggestion: "name the role: the sender, an administrator",
    except: /\bIt's a Secret to Everybody\b/,
  },
  {
    pattern: /\ban? [\w-]+(?: [\w-]+)? of (?:its|their|our|your|his|her) own\b/,
    suggestion: "its own …, a separate …",
  },
  { pattern: /\btak(?:e|es|en|ing) back\b|\btook back\b/, suggestion: "remove, revoke, withdraw" },
  { pattern: /\btak(?:e|es|en|ing) away\b|\btook away\b/, suggestion: "remove, disable" },
  { pattern: /\btak(?:e|es|en|ing) on\b/, suggestion: "onboard, accept" },
  { pattern: /\blet(?:s|ting)? go\b/, suggestion: "release, evict" },
  { pattern: /\bg(?:ive|ives|iven|iving|ave) out\b|\bhands? out\b/, suggestion: "issue, return" },
  { pattern: /\bm(?:ake|akes|ade|aking) out\b/, suggestion: "identify" },
  { pattern: /\blook(?:s|ed|ing)? after\b/, suggestion: "maintain, manage" },
  {
    pattern: /\bask(?:s|ed|ing)? for\b/,
    suggestion: "request, require, prompt for",
  },
  { pattern: /\bg(?:o|oes|oing|one)s? on\b|\bwent on\b/, suggestion: "continue, keep", except: /\bgoing on\b/ },
  { pattern: /\bthe one (?:before|after)\b/, suggestion: "the previous …, the next …" },
  { pattern: /\bthose which\b/, suggestion: "repeat the noun" },
  { pattern: /\bstands\b|\bstood\b/, suggestion: "is stored, is recorded, is", except: /\bstands for\b/ },
  {
    pattern:
      /\b(?:it|that|which|chain|key|record|file|database) lies\b|\blies (?:in|on|at|beside|behind|outside|past)\b|\blay (?:in|on|beside)\b/,
    suggestion: "is located, is stored",
  },
  {
    pattern: /\b(?:is|are|was|were) (?:not )?(?:there|away)(?= ?[.,;:)])/,
    suggestion: "exists, is missing, was deleted",
  },
  {
    pattern: /\b(?:behind|past) (?:the|its|this) (?:position|last|head|service|checkpoint|end)\b/,
    suggestion: "after, outside",
  },
  { pattern: /\bnot there\b/, suggestion: "missing, not found", except: /\b(?:not there (?:yet|any))/ },
  {
    pattern: /\b(?:is|are|was) none\b|\bof which\b|\bwhere there (?:is|are|was)\b/,
    suggestion: "if there is no …; repeat the noun",
  },
  { pattern: /\bcame to no end\b|\bto no end\b/, suggestion: "did not finish" },
  { pattern: /\bin the place of\b|\btakes? the place of\b/, suggestion: "replace" },
  { pattern: /\bin (?:his|her|its|their|the) (?:own )?words\b|\bin words\b/, suggestion: "in plain text" },
  { pattern: /\b(?:has|have|had) no (?:words?|say)\b/, suggestion: "cannot express, does not support" },
  {
    pattern: /\bin earnest\b|\bto be had\b|\bso many (?:seconds|days|bytes|times|lines)\b/,
    suggestion: "rewrite plainly",
  },
  { pattern: /\b(?:bears?|suffers?|minds?) (?:to be|it)\b/, suggestion: "supports, is idempotent" },
  { pattern: /\bis known that\b|\bknows (?:nothing|of|no)\b/, suggestion: "say who does what" },
  {
    pattern: /\bwhat (?:stands|lies|comes|came|follows|belongs|hangs|became|remains|is over|is left)\b/,
    suggestion: "a noun",
  },
  { pattern: /^\s*(?:What|Who|Whose|Whom) [^?\n]*(?![\s\S]*\?)/, suggestion: "start with a noun, not a question word" },
  { pattern: /\bvocabular(?:y|ies)\b/, suggestion: "constants, values" },
  { pattern: /\b(?:status|problem|severity) words\b|\bthe words of\b/, suggestion: "labels, messages" },
  { pattern: /\bworkshops?\b/, suggestion: "worker pool" },
  { pattern: /\bverbs?\b/, suggestion: "operation", except: /\bHTTP verbs?\b/ },
  {
    pattern: /\bfront door\b|\bhave one face\b|\bone room\b|\bone face\b/,
    suggestion: "HTTP server, interface, module",
  },
  { pattern: /\bsecond factors?\b/, suggestion: "two-factor authentication" },
  { pattern: /\bkept (?:files?|receipts?|heads?|checkpoints?)\b/, suggestion: "saved …" },
  { pattern: /\bhappen(?:s|ed) to be\b|\bas a whole\b|\bof itself\b/, suggestion: "leave out" },
  { pattern: /\borganization/, suggestion: "organisation (British spelling)", except: /\/api\/organizations/ },
];

const everywhere = (pattern: RegExp) => new RegExp(pattern, "gi");
const compiled = rules.map(({ pattern, except, ...rule }) => ({
  ...rule,
  pattern: everywhere(pattern),
  except: except && everywhere(except),
}));
/** Most texts match no rule. */
const anyRule = new RegExp(rules.map(({ pattern }) => `(?:${pattern.source})`).join("|"), "i");

/** A text that people read, with its position in the file. */
interface Prose {
  start: number;
  text: string;
  isInline?: boolean;
}

/** Begins like a phrase of several words, unlike code. */
const phrase = /^[^\p{L}]*\p{Lu}[\p{L}’'-]*[,:;]? \p{L}/u;

/** All matches of the rules in a file, and texts that belong in a texts module of the dashboard. */
export function languageProblems(file: string, source: string): LanguageProblem[] {
  const lineStarts = [...source.matchAll(/\n/g)].map(({ index }) => index);
  const lineOf = (position: number) => lineStarts.filter((start) => start < position).length + 1;
  return proseOf(file, source).flatMap(({ start, text, isInline }) => [
    ...(isInline
      ? [{ line: lineOf(start), phrase: text, suggestion: "move it to the texts module of its folder" }]
      : []),
    ...(anyRule.test(text) ? compiled : []).flatMap(({ pattern, suggestion, except }) => {
      const accepted = except ? text.replace(except, (found) => "-".repeat(found.length)) : text;
      const found = [...accepted.matchAll(pattern)];
      return found.map(({ index, 0: phrase }) => ({
        line: lineOf(start + index),
        phrase: phrase.length > 60 ? `${phrase.slice(0, 60)}…` : phrase,
        suggestion,
      }));
    }),
  ]);
}

function proseOf(file: string, source: string): Prose[] {
  if (/\.(?:[cm]?[jt]sx?|json)$/.test(file)) return typescriptProse(file, source);
  if (file.endsWith(".md")) return [{ start: 0, text: blank(source, /^ *(```+).*?^ *\1 *$|`[^`\n]*`|\]\([^)]*\)/gms) }];
  const comment = file.endsWith(".css") ? /\/\*.*?\*\//gs : file.endsWith(".prisma") ? /\/\/.*/g : /#.*/g;
  return [...source.matchAll(comment)].map(({ index, 0: text }) => ({ start: index, text }));
}

/** String literals of several words, JSX text and comments. */
function typescriptProse(file: string, source: string): Prose[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const isComponent = /^components\/(?:features|ui)\/.*(?<!\.test)\.tsx$/.test(file);
  const found = new Map<number, Omit<Prose, "start">>();
  const visit = (node: ts.Node): void => {
    addComments(node.pos);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    addComments(node.end);
    const isText = ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node);
    if (isText) {
      const text = node.getText(tree);
      const inner = ts.isJsxText(node) ? text : text.replace(/^["'`}]/, " ").replace(/(?:["'`]|\$\{)$/, "");
      if (ts.isJsxText(node) || /[a-z] [a-z]/i.test(inner)) {
        found.set(node.getStart(tree), { text: inner, isInline: isComponent && isInlineText(node, inner.trim()) });
      }
    }
    node.forEachChild(visit);
  };
  const seen = new Set<number>();
  const addComments = (position: number): void => {
    // A comment has white space or another comment next to it, and many nodes have the same position.
    if (seen.has(position) || (position > 0 && !/[\s/]/.test(source.charAt(position)))) return;
    seen.add(position);
    const ranges = [
      ...(ts.getLeadingCommentRanges(source, position) ?? []),
      ...(ts.getTrailingCommentRanges(source, position) ?? []),
    ];
    for (const { pos, end } of ranges) found.set(pos, { text: blank(source.slice(pos, end), /`[^`\n]*`/g) });
  };
  visit(tree);
  return [...found].map(([start, prose]) => ({ ...prose, start, text: withoutMarkers(prose.text) }));
}

/** Accepts code, and JSX sentences that elements or values interrupt. */
function isInlineText(node: ts.Node, text: string): boolean {
  if (!ts.isJsxText(node)) return phrase.test(text);
  const { parent } = node;
  const isCode = ts.isJsxElement(parent) && parent.openingElement.tagName.getText() === "code";
  return /\s/.test(text) && !isCode && !isInterrupted(parent) && !isInterrupted(parent.parent);
}

function isInterrupted(node: ts.Node): boolean {
  if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return false;
  const parts = node.children.filter((child) => child.getText().trim() !== "");
  return parts.length > 1 && parts.some(ts.isJsxText);
}

/**
 * Replaces comment and quotation marks with spaces, so that positions are kept and the first word of a text is found.
 */
function withoutMarkers(text: string): string {
  return text.replace(/^(?:\/\*\*?|\/\/)|\*\/$/g, (marker) => " ".repeat(marker.length)).replace(/^( *)\*/gm, "$1 ");
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => found.replace(/[^\n]/g, " "));
}
