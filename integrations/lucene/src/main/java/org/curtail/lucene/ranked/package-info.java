/**
 * Searches in order of importance that end when the rest cannot matter (Adaptive parallelism paper,
 * EuroSys'13).
 *
 * <ul>
 *   <li>{@link org.curtail.lucene.ranked.RankedSearcher} searches an index that is sorted by
 *       importance, on the engine.
 *   <li>{@link org.curtail.lucene.ranked.RankedIndex} is such an index, open and cut into chunks.
 *   <li>{@link org.curtail.lucene.ranked.RankedSettings} say how it is cut and searched.
 *   <li>{@link org.curtail.lucene.ranked.RankedHits} are what a search found and visited.
 *   <li>{@link org.curtail.lucene.ranked.ChunkSharing} is how threads share the chunks of a search.
 *   <li>{@link org.curtail.lucene.ranked.Termination} says when a search may stop.
 *   <li>{@link org.curtail.lucene.ranked.TerminationLearning} learns from queries when the rest is
 *       unlikely to matter.
 *   <li>{@link org.curtail.lucene.ranked.StaticRank} is how important documents are, whatever the
 *       query.
 *   <li>{@link org.curtail.lucene.ranked.RecordedSearch} is a search recorded chunk by chunk, for
 *       studies that replay it on more cores than there are.
 *   <li>{@link org.curtail.lucene.ranked.ReplayedSearch} is what a replay without threads gives.
 *   <li>{@link org.curtail.lucene.ranked.Spending} is what a replay on the engine does instead of
 *       computing.
 * </ul>
 *
 * <p><b>Inside.</b> {@code RankedSearcher} is the Adaptive parallelism paper's search. A {@code
 * RankedIndex} is an index sorted by its {@code StaticRank}, cut into {@code RankedChunks}, those
 * of several leaves by falling rank; a {@code StaticScore} is what a rank adds to a score. {@code
 * RankedWork} shares one search: what a thread takes at once is a lane of chunks ({@code
 * ChunkSharing}), what a worker keeps is a {@code RankedScan}. {@code LocalHits} meet the others'
 * in {@code TopHits} at the end of each chunk, as numbers that compare as Lucene ranks hits ({@code
 * HitOrder}); a {@code Termination} says whether the rest can matter, from the query's greatest
 * score and the {@code ChunkBounds}. A {@code RankedLeaf} has Lucene's own scorer skip what cannot
 * enter with the ranks of the chunk at hand. Where chunks come from is a {@code ChunkSource}:
 * {@code LuceneChunks}, or the {@code RecordedChunks} of a {@code RecordedSearch} (made by {@code
 * SearchRecorder}), which costs recorded time and finds recorded hits; {@code TimedReplay} replays
 * it without threads. {@code SequentialSearch} needs no engine. {@code TerminationLearning} learns
 * when the rest is unlikely to matter. {@code RankedQuery} is the same relevance for Lucene's own
 * searcher. The tests' oracle is {@code BruteForce}. The package may use {@code
 * org.curtail.lucene}, which knows nothing of it.
 */
@NullMarked
package org.curtail.lucene.ranked;

import org.jspecify.annotations.NullMarked;
