/** A program that people run models with themselves. */
export interface ServerRow {
  name: string;
  /** The port that it listens on unless told otherwise. */
  port: number;
  /** Regular expression on the paths by which it is asked for an answer. */
  path: string;
  /** Nothing else is known to use the port: it tells where the log has no path. */
  portAlone: boolean;
}

/** Ports of the programs' documentation. 8000, 8080 and 1234 are used by much else, so only together with a path. */
export const serverRows: ServerRow[] = [
  { name: "Ollama", port: 11_434, path: "^/(?:api/(?:generate|chat|embed|embeddings)|v1/.+)$", portAlone: true },
  {
    name: "vLLM",
    port: 8_000,
    path: "^/v1/(?:(?:chat/)?completions|embeddings|responses|messages)$",
    portAlone: false,
  },
  {
    name: "LM Studio",
    port: 1_234,
    path: "^/(?:v1|api/v[01])/(?:(?:chat/)?completions|embeddings|responses|chat)$",
    portAlone: false,
  },
  {
    name: "llama.cpp",
    port: 8_080,
    path: "^/(?:completions?|(?:v1/)?(?:chat/completions|embeddings))$",
    portAlone: false,
  },
];
