/** Something that happens at an instant (ms, UTC). At one instant the world comes before those who watch it. */
export interface Due {
  readonly at: number;
  readonly rank: typeof WORLD | typeof RUNNER;
  readonly seq: number;
  readonly fire: () => void;
  /** True once nobody waits for it any more: it is passed over and does not move time. */
  isOver?: boolean;
}

export const WORLD = 0;
export const RUNNER = 1;

/** A binary heap ordered by instant, then world before runner, then the order of asking. */
export class DueQueue {
  readonly #heap: Due[] = [];

  push(due: Due): void {
    const heap = this.#heap;
    let index = heap.push(due) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Due;
      if (compare(above, due) <= 0) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = due;
  }

  /** The next one that still counts, left in the queue. */
  peek(): Due | undefined {
    while (this.#heap[0]?.isOver) this.#take();
    return this.#heap[0];
  }

  pop(): Due | undefined {
    return this.peek() && this.#take();
  }

  #take(): Due | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return top;
  }

  #sink(due: Due): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && compare(heap[child + 1] as Due, heap[child] as Due) < 0) child++;
      if (compare(due, heap[child] as Due) <= 0) break;
      heap[index] = heap[child] as Due;
      index = child;
    }
    heap[index] = due;
  }
}

const compare = (a: Due, b: Due): number => a.at - b.at || a.rank - b.rank || a.seq - b.seq;
