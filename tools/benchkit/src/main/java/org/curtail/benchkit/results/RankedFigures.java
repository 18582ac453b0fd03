package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/**
 * What a run has only if its queries were searched in order of importance. Everything is absent
 * that a policy has not: plain Lucene visits no chunks.
 *
 * @param chunksVisited chunks searched, on average over requests
 * @param chunksBeyondSequential how many more than a sequential search of the same query, on
 *     average over requests
 * @param mostChunksBeyondSequential how many more at most
 * @param speculativeShare chunks that a sequential search of the same query does not visit, as a
 *     share of all visited, 0 to 1
 * @param quality of the answers against those of sequential search; absent if nobody asked
 * @param lost requests of which a hit is missing; absent if none may be
 * @param lossRate the same as a share of those compared with plain Lucene, 0 to 1
 */
public record RankedFigures(
    @Nullable Double chunksVisited,
    @Nullable Double chunksBeyondSequential,
    @Nullable Integer mostChunksBeyondSequential,
    @Nullable Double speculativeShare,
    @Nullable Quality quality,
    @Nullable Integer lost,
    @Nullable Double lossRate) {}
