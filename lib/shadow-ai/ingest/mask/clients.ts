import { createHmac } from "node:crypto";
import { maskedAddress, parseAddress } from "@/lib/shadow-ai/ingest/mask/addresses";
import { type DepartmentOf, departmentLookup } from "@/lib/shadow-ai/ingest/mask/departments";
import { TextCache } from "@/lib/shadow-ai/ingest/mask/text-cache";
import type { ReadOptions } from "@/lib/shadow-ai/ingest/types";

/** What is left of a client. */
export interface Client {
  range: string | null;
  clientKey: string | null;
  department: string | null;
}

const dayMs = 86_400_000;
const clientsMax = 50_000;
/** Lines of a log are rarely older than their neighbours by more than this many days. */
const daysMax = 4;
/** A client that the log names otherwise, by the name of a machine or a person, leaves no trace. */
const nobody: Client = { range: null, clientKey: null, department: null };

/** Masks clients, and remembers those of the last days that were asked for. */
export class ClientMask {
  private readonly departmentOf: DepartmentOf;
  private readonly days = new Map<number, TextCache<Client>>();
  private lastDay = Number.NaN;
  private lastClients: TextCache<Client> | undefined;

  constructor(private readonly options: Pick<ReadOptions, "clientKeyOf" | "departments">) {
    this.departmentOf = departmentLookup(options.departments);
  }

  mask(client: string, atMs: number): Client {
    const day = Math.floor(atMs / dayMs);
    if (day !== this.lastDay || !this.lastClients) {
      this.lastDay = day;
      this.lastClients = this.clientsOf(day);
    }
    return this.lastClients.get(client);
  }

  private clientsOf(day: number): TextCache<Client> {
    const known = this.days.get(day);
    if (known) return known;
    const key = this.options.clientKeyOf(new Date(day * dayMs).toISOString().slice(0, 10));
    const clients = new TextCache((text) => this.clientOf(text, key), clientsMax, 64);
    const oldest = this.days.keys().next().value;
    if (this.days.size >= daysMax && oldest !== undefined) this.days.delete(oldest);
    this.days.set(day, clients);
    return clients;
  }

  private clientOf(text: string, key: Uint8Array): Client {
    const address = parseAddress(text);
    if (!address) return nobody;
    return {
      range: maskedAddress(address),
      clientKey: createHmac("sha256", key).update(address.text).digest("base64url").slice(0, 12),
      department: this.departmentOf(address),
    };
  }
}
