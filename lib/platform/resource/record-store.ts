import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { type IdKind, isId } from "@/lib/platform/core/id-prefixes";
import { newId } from "@/lib/platform/core/ids";
import { noSecrets, rotated, type SecretsStore } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction, prisma, type Transaction } from "@/lib/platform/database/db";
import type { Pagination } from "@/lib/platform/http/schemas";
import { listPage, type Reader } from "@/lib/platform/resource/list-page";

interface StoredRecord {
  id: string;
  organisationId: string;
  updatedAt: Date;
}

/** The methods of a Prisma model that a store of records calls. */
interface Model<Row> {
  findFirst(query: object): Promise<Row | null>;
  findMany(query: object): Promise<Row[]>;
  count(query: object): Promise<number>;
  update(query: object): Promise<Row>;
  updateMany(query: object): Promise<{ count: number }>;
}

interface Kind {
  /** In messages: "alert policy", and its plural. */
  noun: string;
  plural: string;
  id: IdKind;
  table: string;
  /** Records that an organisation can have. */
  max: number;
  /** The Prisma model. */
  model: (reader: Reader) => unknown;
  /** Serialises changes of an organisation's records. Default: an advisory lock. */
  lockAll?: (tx: Transaction, organisationId: string) => Promise<unknown>;
}

/**
 * Records that an organisation configures, such as webhook endpoints. A deleted record keeps its row, without secrets.
 * Changes of an organisation's records are serialised, so that limits and followers of the chain are exact.
 */
export class RecordStore<Row extends StoredRecord, Change extends object> {
  constructor(private readonly kind: Kind) {}

  async find(tx: Transaction | undefined, organisationId: string, id: string): Promise<Row | null> {
    if (!isId(this.kind.id, id)) return null;
    return this.model(tx).findFirst({ where: { organisationId, id, deletedAt: null } });
  }

  /** @throws `not_found` */
  async require({ tx, organisation }: Pick<Context, "tx" | "organisation">, id: string): Promise<Row> {
    const found = await this.find(tx, organisation.id, id);
    if (!found) throw notFound(this.kind.noun);
    return found;
  }

  /** A page of the organisation's records, newest first. The other members of the query filter. Throws `invalid_cursor`. */
  list(
    ctx: Context,
    query: { limit: number; cursor?: string | undefined },
  ): Promise<{ rows: Row[]; pagination: Pagination }> {
    const { limit: _, cursor: __, ...filter } = query;
    const where = { organisationId: ctx.organisation.id, deletedAt: null, ...filter };
    return listPage(ctx, {
      name: this.name,
      query,
      rows: ({ before, take }, reader) => {
        const after = before !== undefined && { id: { lt: before } };
        return this.model(reader).findMany({ where: { ...where, ...after }, orderBy: { id: "desc" }, take });
      },
      count: (reader) => this.model(reader).count({ where }),
    });
  }

  /** Whether the organisation has a record with these members. */
  async has(tx: Transaction, organisationId: string, filter: object): Promise<boolean> {
    return (await this.model(tx).findFirst({ where: { organisationId, deletedAt: null, ...filter } })) !== null;
  }

  /** Runs `make` in a transaction that adds a record. Throws `conflict` at the limit. */
  create<T>(
    ctx: Context,
    make: (tx: Transaction, record: StoredRecord & { createdAt: Date }) => Promise<T>,
  ): Promise<T> {
    const { id: kind, max, plural } = this.kind;
    const organisationId = ctx.organisation.id;
    return inTransaction(ctx.tx, async (tx) => {
      await this.lockAll(tx, organisationId);
      if ((await this.model(tx).count({ where: { organisationId, deletedAt: null } })) >= max) {
        const limit = `An organisation can have up to ${max.toLocaleString("en")} ${plural}.`;
        throw new ServiceError("conflict", `${limit} Delete one first.`);
      }
      const now = new Date(ctx.clock.now());
      return make(tx, { id: newId(kind, now.getTime()), organisationId, createdAt: now, updatedAt: now });
    });
  }

  /** Reads a record and holds its row, and the lock of the organisation's records, until the transaction ends. */
  async lock(tx: Transaction, organisationId: string, id: string): Promise<Row | null> {
    await this.lockAll(tx, organisationId);
    return this.lockRow(tx, organisationId, id);
  }

  /** Holds the row alone: for changes that concern no other record. */
  async lockRow(tx: Transaction, organisationId: string, id: string): Promise<Row | null> {
    if (!isId(this.kind.id, id)) return null;
    const select = `SELECT id FROM ${this.kind.table} WHERE organisation_id = $1 AND id = $2 FOR NO KEY UPDATE`;
    await tx.$queryRawUnsafe(select, organisationId, id);
    return this.find(tx, organisationId, id);
  }

  change(tx: Transaction, { organisationId, id }: Pick<Row, "organisationId" | "id">, data: Change): Promise<Row> {
    return this.model(tx).update({ where: { organisationId, id }, data });
  }

  /** Deletes a record: `columns` change with it, and `record` records it. Throws `not_found`. */
  async remove(
    ctx: Context,
    id: string,
    columns: Change,
    record: (tx: Transaction, deleted: Row) => Promise<unknown>,
  ): Promise<void> {
    await this.alter(ctx, id, record, (_, now) => ({ ...columns, deletedAt: now, updatedAt: now }));
  }

  /** Replaces the secret of a record, and `record` records it. Throws `not_found`. */
  rotate(
    ctx: Context,
    id: string,
    rotation: Omit<Parameters<typeof rotated>[1], "nowMs">,
    record: (tx: Transaction, rotated: Row) => Promise<unknown>,
  ): Promise<Row> {
    const nowMs = ctx.clock.now();
    return this.alter(ctx, id, record, (row) => rotated(row as Row & { secret: string }, { ...rotation, nowMs }));
  }

  private alter(
    ctx: Context,
    id: string,
    record: (tx: Transaction, after: Row) => Promise<unknown>,
    columns: (before: Row, now: Date) => object,
  ): Promise<Row> {
    return inTransaction(ctx.tx, async (tx) => {
      const before = await this.lock(tx, ctx.organisation.id, id);
      if (!before) throw notFound(this.kind.noun);
      const now = new Date(Math.max(ctx.clock.now(), before.updatedAt.getTime()));
      const after = await this.change(tx, before, columns(before, now) as Change);
      await record(tx, after);
      return after;
    });
  }

  /** The encrypted secrets of all organisations' records. `seal` records a re-encryption. */
  secrets(
    columns: { authorization?: true },
    seal: (organisationId: string, id: string, replace: (tx: Transaction) => Promise<number>) => Promise<boolean>,
  ): SecretsStore {
    return {
      find: async (afterId, take) => {
        const select = { id: true, organisationId: true, secret: true, previousSecret: true, ...columns };
        const where = { id: { gt: afterId }, secret: { not: noSecrets.secret } };
        const found = await this.model(undefined).findMany({ where, select, orderBy: { id: "asc" }, take });
        return found as unknown as Awaited<ReturnType<SecretsStore["find"]>>;
      },
      replace: ({ organisationId, id, ...before }, after) =>
        seal(organisationId, id, async (tx) => {
          const where = { organisationId, id, ...before };
          return (await this.model(tx).updateMany({ where, data: after })).count;
        }),
    };
  }

  /** In cursors and locks. */
  private get name(): string {
    return this.kind.table.replaceAll("_", "-");
  }

  async lockAll(tx: Transaction, organisationId: string): Promise<void> {
    const { lockAll } = this.kind;
    if (lockAll) await lockAll(tx, organisationId);
    else
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${this.name} ${organisationId}`}, 0))::text`;
  }

  private model(reader: Reader | undefined): Model<Row> {
    return this.kind.model(reader ?? prisma()) as Model<Row>;
  }
}

/** A row with its times as ISO texts, for the schema of its view. */
export function withIsoTimes(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}
