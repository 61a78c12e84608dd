import type { TestSequencer, TestSpecification } from "vitest/node";

export declare class LargestFirst implements TestSequencer {
  shard(files: TestSpecification[]): never;
  sort(files: TestSpecification[]): TestSpecification[];
}
