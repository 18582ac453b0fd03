/**
 * Searches in order of importance that end when the rest cannot matter (Adaptive parallelism paper,
 * EuroSys'13).
 *
 * <ul>
 *   <li>{@link org.curtail.lucene.ranked.RankedSearcher} searches an index that is sorted by
 *       importance, on the engine.
 *   <li>{@link org.curtail.lucene.ranked.RankedIndex} is such an index, open and cut into chunks.
 *   <li>{@link org.curtail.lucene.ranked.RankedSettings}: chunks, sharing and termination.
 *   <li>{@link org.curtail.lucene.ranked.RankedHits}: hits and visited chunks of a search.
 *   <li>{@link org.curtail.lucene.ranked.ChunkSharing}: ways to share the chunks of a search.
 *   <li>{@link org.curtail.lucene.ranked.Termination}: rules for an early end.
 *   <li>{@link org.curtail.lucene.ranked.TerminationLearning} learns from queries when the rest is
 *       unlikely to matter.
 *   <li>{@link org.curtail.lucene.ranked.StaticRank}: importance of documents, independent of
 *       queries.
 *   <li>{@link org.curtail.lucene.ranked.RecordedSearch}: a search recorded chunk by chunk, for
 *       replays on more cores than the machine has.
 *   <li>{@link org.curtail.lucene.ranked.ReplayedSearch}: outcome of a replay without threads.
 *   <li>{@link org.curtail.lucene.ranked.SimulatedComputation} simulates computing in a replay on
 *       the engine.
 * </ul>
 *
 * <p><b>Inside.</b> {@code RankedSearcher} is the Adaptive parallelism paper's search. A {@code
 * RankedIndex} is an index sorted by its {@code StaticRank} and cut into {@code RankedChunks};
 * chunks of several leaves are merged by falling rank. A {@code StaticScore} is the addition of a
 * rank to a score. {@code RankedWork} shares one search: a thread takes a lane of chunks ({@code
 * ChunkSharing}) at a time. At the end of each chunk, {@code TopHits} merges the workers' {@code
 * LocalHits}, as numbers in Lucene's order of hits ({@code HitOrder}). A {@code Termination}
 * decides if the rest can matter, from the query's greatest score and the {@code ChunkBounds}. A
 * {@code RankedLeaf} sets the minimum competitive score of Lucene's own scorer from the ranks of
 * the current chunk. A {@code ChunkSource} supplies the chunks: {@code LuceneChunks}, or the {@code
 * RecordedChunks} of a {@code RecordedSearch}. The latter spend recorded time and offer recorded
 * hits. {@code SearchRecorder} makes a recording; {@code TimedReplay} replays it without threads.
 * {@code SequentialSearch} needs no engine. {@code RankedQuery} is the same relevance for Lucene's
 * own searcher. The reference of the tests is {@code BruteForce}. The package may use {@code
 * org.curtail.lucene}, but not vice versa.
 */
@NullMarked
package org.curtail.lucene.ranked;

import org.jspecify.annotations.NullMarked;
