import { beforeEach } from "vitest";

// A test that takes more than two seconds says why in its `slow` (docs/development.md).
beforeEach(({ task, skip }) => skip("slow" in task.meta, "slow"));
