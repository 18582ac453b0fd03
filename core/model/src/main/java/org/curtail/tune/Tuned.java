package org.curtail.tune;

/**
 * What a search has found.
 *
 * @param name of the policy with its numbers, as {@link org.curtail.policies.Policies} knows it
 * @param tailMs its tail in training, in milliseconds; elsewhere it is rather worse
 * @param tried how many combinations of numbers were tried
 */
public record Tuned(String name, double tailMs, int tried) {}
