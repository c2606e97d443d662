import type { Json, JsonObject } from "@/lib/platform/http/openapi/types";

/** Python types of JSON schemas: a TypedDict for each object, `Literal` for enums. Works with Python 3.9. */
export class PythonTypes {
  private readonly definitions = new Map<string, string>();

  /** Defines a named type. Objects without named members and other schemas become aliases. */
  define(name: string, schema: JsonObject): string {
    const isObject = schema["type"] === "object" && isRecord(schema["properties"]);
    if (isObject) this.defineObject(name, schema);
    else {
      const type = this.typeOf(schema, `${name}Item`);
      // A name in quotes alone would be a string.
      this.definitions.set(name, `${name} = ${type.startsWith('"') ? `Union[${type}]` : type}\n`);
    }
    return `"${name}"`;
  }

  /** The type expression of a schema. Objects inside it are defined under `name`. */
  typeOf(schema: JsonObject, name: string): string {
    const { $ref, anyOf, oneOf, type } = schema;
    if (typeof $ref === "string") return `"${$ref.replace("#/components/schemas/", "")}"`;
    if (schema["const"] !== undefined) return `Literal[${literal(schema["const"])}]`;
    const options = anyOf ?? oneOf;
    if (Array.isArray(options)) {
      return union((options as JsonObject[]).map((one, n) => this.typeOf(one, n === 0 ? name : `${name}${n + 1}`)));
    }
    if (Array.isArray(schema["enum"])) return enumOf(schema["enum"]);
    if (Array.isArray(type)) return union(type.map((one) => this.typeOf({ ...schema, type: one }, name)));
    if (type === "object") return this.objectOf(schema, name);
    if (type === "array") return `List[${this.typeOf((schema["items"] ?? {}) as JsonObject, `${name}Item`)}]`;
    return scalars[String(type)] ?? "Any";
  }

  /** The definitions in order of their names. */
  text(): string {
    return [...this.definitions]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, definition]) => definition)
      .join("\n\n");
  }

  private objectOf(schema: JsonObject, name: string): string {
    if (isRecord(schema["properties"])) return this.define(name, { ...schema, type: "object" });
    const values = schema["additionalProperties"];
    return `Dict[str, ${isRecord(values) ? this.typeOf(values, `${name}Value`) : "Any"}]`;
  }

  /** Before Python 3.11, optional members and members whose names are keywords need base classes. */
  private defineObject(name: string, { properties, required, description }: JsonObject): void {
    const names = new Set(Array.isArray(required) ? required : []);
    const members = Object.entries(properties as Record<string, JsonObject>).map(
      ([member, schema]): Member => [member, this.typeOf(schema, `${name}${capitalised(member)}`)],
    );
    const optional = baseOf(
      `_${name}Optional`,
      members.filter(([member]) => !names.has(member)),
      ", total=False",
    );
    const needed = members.filter(([member]) => names.has(member));
    const hasKeywords = needed.some(([member]) => keywords.has(member));
    const reserved = hasKeywords ? baseOf(`_${name}Required`, needed, "") : undefined;
    const bases = [optional, reserved].filter((base) => base !== undefined);
    const doc = typeof description === "string" ? `    """${docText(description)}"""\n` : "";
    const body = `${doc}${hasKeywords ? "" : membersOf(needed)}` || "    pass\n";
    const head = `class ${name}(${bases.map((base) => base.name).join(", ") || "TypedDict"}):\n`;
    this.definitions.set(name, `${bases.map(({ text }) => `${text}\n\n`).join("")}${head}${body}`);
  }
}

/** A member's name and type. */
type Member = [name: string, type: string];

const keywords: ReadonlySet<string> = new Set(["from", "in", "is", "not", "class", "def", "import", "global"]);

function baseOf(name: string, members: Member[], total: string): { name: string; text: string } | undefined {
  if (members.length === 0) return undefined;
  const hasKeywords = members.some(([member]) => keywords.has(member));
  const entries = members.map(([member, type]) => `    ${literal(member)}: ${type},\n`).join("");
  const text = hasKeywords
    ? `${name} = TypedDict("${name}", {\n${entries}}${total})\n`
    : `class ${name}(TypedDict${total}):\n${membersOf(members)}`;
  return { name, text };
}

function membersOf(members: Member[]): string {
  return members.map(([member, type]) => `    ${member}: ${type}\n`).join("");
}

const scalars: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** Documentation as the content of a docstring. */
export function docText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '" ');
}

export function capitalised(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function enumOf(values: Json[]): string {
  const literals = values.filter((value) => value !== null).map(literal);
  return union([`Literal[${literals.join(", ")}]`, ...(values.includes(null) ? ["None"] : [])]);
}

function literal(value: Json): string {
  return typeof value === "boolean" ? capitalised(String(value)) : JSON.stringify(value);
}

function union(types: string[]): string {
  const [first = "Any", ...rest] = new Set(types);
  return rest.length === 0 ? first : `Union[${[first, ...rest].join(", ")}]`;
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
