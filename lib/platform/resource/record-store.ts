import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { type IdKind, isId } from "@/lib/platform/core/id-prefixes";
import { newId } from "@/lib/platform/core/ids";
import { noSecrets, reencryptSecrets, rotated, type SecretsStore } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction, prisma, type Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import type { Pagination } from "@/lib/platform/http/schemas";
import { listPage, newestFirst, type Reader } from "@/lib/platform/resource/list-page";

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
  create(query: object): Promise<Row>;
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
  /**
   * The secret of a record, if it has one: how it is generated, and the encryption context that binds it to the record.
   */
  secret?: { generate: () => string; context: Parameters<typeof reencryptSecrets>[1] };
  /** Serialises changes of an organisation's records. Default: an advisory lock. */
  lockAll?: (tx: Transaction, organisationId: string) => Promise<unknown>;
}

/**
 * Records that an organisation configures, such as webhook endpoints. A deleted record keeps its row, without secrets.
 * Changes of an organisation's records are serialised, so that limits and followers of the chain are exact.
 */
export class RecordStore<Row extends StoredRecord, Create extends object, Change extends object> {
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
  async list<View>(
    ctx: Context,
    query: { limit: number; cursor?: string | undefined },
    view: (rows: Row[]) => View[] | Promise<View[]>,
  ): Promise<{ data: View[]; pagination: Pagination }> {
    const { limit: _, cursor: __, ...filter } = query;
    const where = { organisationId: ctx.organisation.id, deletedAt: null, ...filter };
    const { rows, pagination } = await listPage(ctx, {
      name: this.name,
      query,
      rows: (slice, reader) => this.model(reader).findMany(newestFirst(slice, where)),
      count: (reader) => this.model(reader).count({ where }),
    });
    return { data: await view(rows), pagination };
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

  /** Reads a record and locks its row and the organisation's records until the transaction ends. */
  async lock(tx: Transaction, organisationId: string, id: string): Promise<Row | null> {
    await this.lockAll(tx, organisationId);
    return this.lockRow(tx, organisationId, id);
  }

  /** Locks only the row, for changes that do not affect other records. */
  async lockRow(tx: Transaction, organisationId: string, id: string): Promise<Row | null> {
    if (!isId(this.kind.id, id)) return null;
    const select = `SELECT id FROM ${this.kind.table} WHERE organisation_id = $1 AND id = $2 FOR NO KEY UPDATE`;
    await tx.$queryRawUnsafe(select, organisationId, id);
    return this.find(tx, organisationId, id);
  }

  /** Stores a new record. */
  insert(tx: Transaction, data: Create): Promise<Row> {
    return this.model(tx).create({ data });
  }

  change(tx: Transaction, { organisationId, id }: Pick<Row, "organisationId" | "id">, data: Change): Promise<Row> {
    return this.model(tx).update({ where: { id_organisationId: { organisationId, id } }, data });
  }

  /** Deletes a record. `columns` are changed with it, and `record` records the deletion. Throws `not_found`. */
  async remove(
    ctx: Context,
    id: string,
    columns: Change,
    record: (tx: Transaction, deleted: Row) => Promise<unknown>,
  ): Promise<void> {
    await this.alter(ctx, id, record, (_, now) => ({ ...columns, deletedAt: now, updatedAt: now }));
  }

  /**
   * Replaces the secret of a record. The current one stays valid until the overlap ends. `record` records it, with `more`
   * in the payload. Throws `not_found`.
   */
  async rotate(
    ctx: Context,
    id: string,
    { overlapSeconds }: { overlapSeconds: number },
    record: (tx: Transaction, rotated: Row, more: Record<string, unknown>) => Promise<unknown>,
  ): Promise<{ row: Row; secret: string }> {
    const { generate, context: contextOf } = this.secret;
    const secret = generate();
    const context = contextOf(ctx.organisation.id, id, "signing");
    const nowMs = ctx.clock.now();
    const recordRotation = (tx: Transaction, row: Row) => {
      const { previousSecretExpiresAt } = row as Row & { previousSecretExpiresAt: Date | null };
      return record(tx, row, { previousSecretExpiresAt: previousSecretExpiresAt?.toISOString() ?? null });
    };
    const row = await this.alter(ctx, id, recordRotation, (before) =>
      rotated(before as Row & { secret: string }, { secret, context, overlapSeconds, nowMs }),
    );
    return { row, secret };
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

  /** Re-encrypts the secrets of all organisations' records under the current key. `seal` records each of them. */
  reencrypt(
    seal: (
      organisationId: string,
      record: { table: never; id: string },
      replace: (tx: Transaction) => Promise<number>,
    ) => Promise<boolean>,
    report: (soFar: Reencryption) => void,
    columns: { authorization?: true } = {},
  ): Promise<Reencryption> {
    const { table } = this.kind;
    const store: SecretsStore = {
      find: async (afterId, take) => {
        const select = { id: true, organisationId: true, secret: true, previousSecret: true, ...columns };
        const where = { id: { gt: afterId }, secret: { not: noSecrets.secret } };
        const found = await this.model(undefined).findMany({ where, select, orderBy: { id: "asc" }, take });
        return found as unknown as Awaited<ReturnType<SecretsStore["find"]>>;
      },
      replace: ({ organisationId, id, ...before }, after) =>
        seal(organisationId, { table: table as never, id }, async (tx) => {
          const where = { organisationId, id, ...before };
          return (await this.model(tx).updateMany({ where, data: after })).count;
        }),
    };
    return reencryptSecrets(store, this.secret.context, report);
  }

  private get secret(): NonNullable<Kind["secret"]> {
    if (!this.kind.secret) throw new Error(`${this.kind.plural} have no secrets`);
    return this.kind.secret;
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
