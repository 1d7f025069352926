/**
 * The stores of custom resources whose objects may be stored in another version, and that a webhook converts.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import type { CacheEvent } from "./cache-event.ts";
import type { ListRequest } from "./list.ts";
import type { RegistryParts } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";
import type { Selection } from "./selection.ts";
import type { VersionConversion } from "./version-conversion.ts";
import { type RunningWatch, sendSelected, type WatchRequest, type WatchSink, watchObjects } from "./watch.ts";

export class WebhookConvertedStore extends ResourceStore {
  private readonly conversion: VersionConversion;

  constructor(resource: ServedResource, parts: RegistryParts, conversion: VersionConversion) {
    super(resource, parts, { conversion });
    this.conversion = conversion;
  }

  override async list(request: ListRequest): Promise<ApiList> {
    const list = await super.list(request);
    const { runs: _stored, items, ...others } = list;
    // If the request selects objects, they have been converted for the selectors already.
    if (!request.selection.isAll || items.every((object) => this.conversion.isServed(object))) return list;
    return { ...others, items: await this.conversion.allToServed(items) };
  }

  override toServed(objects: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    return this.conversion.allToServed(objects);
  }

  override async watch({ selection, ...request }: WatchRequest, sink: WatchSink): Promise<RunningWatch> {
    const { conversion } = this;
    const sender = new OrderedSender(sink);
    const whole = { ...request, selection: wholeOf(selection) };
    const running = await watchObjects(
      this.parts,
      whole,
      {
        async state(objects) {
          const served = await conversion.allToServed(objects);
          const selected = selection.isAll ? served : served.filter((object) => selection.matches(object));
          if (selected.length > 0) await sink.state(selected);
        },
        initialEnd: (revision) => sender.add(undefined, () => sink.initialEnd(revision)),
      },
      {
        news: (watch) => watch.read(),
        event: (event) =>
          sender.add(event.revision, async () =>
            sendSelected(selection, await this.servedEvent(event, selection), sink),
          ),
        fail: (error) => sender.add(undefined, () => sink.fail(error)),
        end: () => sender.add(undefined, () => sink.end()),
      },
    );
    return {
      get revision() {
        return sender.sentRevision ?? running.revision;
      },
      read: () => running.read(),
      stop: () => running.stop(),
    };
  }

  /** Converts an event. The previous object is only needed for selections. */
  private async servedEvent(event: CacheEvent, { isAll }: Selection): Promise<CacheEvent> {
    const { conversion } = this;
    const { object, previous, change } = event;
    const [changed, before] = await Promise.all([
      conversion.toServed(change.object),
      previous && !isAll ? conversion.toServed(previous) : undefined,
    ]);
    return {
      key: event.key,
      revision: event.revision,
      ...(object ? { object: changed } : {}),
      ...(before ? { previous: before } : {}),
      change: { type: change.type, object: changed },
    };
  }
}

/** Returns the scope of a selection, without its selectors. */
const wholeOf = (selection: Selection): Selection =>
  selection.isAll ? selection : { ...selection, name: "", isAll: true, matches: () => true };

/** Sends changes in order, regardless of the time that their conversion takes. */
class OrderedSender {
  /** While messages are waiting: the revision up to which all changes have been sent. */
  sentRevision: number | undefined;
  private last: Promise<void> = Promise.resolve();
  private count = 0;
  private readonly sink: WatchSink;

  constructor(sink: WatchSink) {
    this.sink = sink;
  }

  /**
   * Sends a message after all earlier ones.
   *
   * @param revision - revision of a change; undefined for any other message
   */
  add(revision: number | undefined, send: () => Promise<void> | void): void {
    if (revision !== undefined) this.sentRevision ??= revision - 1;
    this.count++;
    this.last = this.last
      .then(send)
      .catch((error: unknown) => {
        if (!(error instanceof StatusError)) throw error;
        this.sink.fail(error);
      })
      .finally(() => {
        if (--this.count === 0) this.sentRevision = undefined;
        else if (revision !== undefined) this.sentRevision = revision;
      });
  }
}
