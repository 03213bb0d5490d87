"use client";

import { useEffect, useRef, useState } from "react";

/** The value once it has not changed for that long. */
export function useDebounced<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}

/** The same, but a value that follows a pause counts at once: the first letter of a word does not wait for the second. */
export function useDebouncedBursts<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const isFirst = performance.now() - changedAt.current >= afterMs;
    changedAt.current = performance.now();
    if (isFirst) return setSettled(value);
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
