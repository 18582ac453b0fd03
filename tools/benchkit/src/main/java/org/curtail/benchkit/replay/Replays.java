package org.curtail.benchkit.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.lucene.ranked.ChunkSharing;
import org.curtail.lucene.ranked.RankedHits;
import org.curtail.lucene.ranked.RecordedSearch;
import org.curtail.lucene.ranked.ReplayedSearch;

/** Recorded searches that the engine has replayed at each degree. */
public final class Replays {
  private static final double LONGEST_SHARE = 0.05;

  private final List<RecordedSearch> searches;
  private final ReplaySetting setting;
  private final double[][] timesMs;
  private final RankedHits[][] hits;
  private final double latenessMs;
  private final double chunkError;

  /** Replays of each search on one thread. */
  private final List<ReplayedSearch> alone;

  /** The longest searches on one thread. */
  private final int[] longest;

  /**
   * Creates the replays.
   *
   * @param timesMs {@code timesMs[i][d-1]} is the time of search i at degree d
   * @param hits hits and visited chunks, with the same indices
   * @param latenessMs median delay of wake-ups
   * @param chunkError mean excess of chunks, as a share
   */
  Replays(
      List<RecordedSearch> searches,
      ReplaySetting setting,
      double[][] timesMs,
      RankedHits[][] hits,
      double latenessMs,
      double chunkError) {
    this.searches = searches;
    this.setting = setting;
    this.timesMs = timesMs;
    this.hits = hits;
    this.latenessMs = latenessMs;
    this.chunkError = chunkError;
    alone = searches.stream().map(search -> exact(search, ChunkSharing.DYNAMIC, 1)).toList();
    longest =
        IntStream.range(0, timesMs.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> timesMs[i][0]).reversed())
            .limit((long) Math.ceil(LONGEST_SHARE * timesMs.length))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  private ReplayedSearch exact(RecordedSearch search, ChunkSharing sharing, int degree) {
    return search.replay(sharing, setting.ranked().termination(), degree, setting.handOffNanos());
  }

  /**
   * Returns the times as a demand profile.
   *
   * @param source source in the profile
   */
  public Profile profile(String source) {
    return Profile.of(source, timesMs);
  }

  /** Returns hits and visited chunks of a search at a degree. */
  RankedHits hits(int search, int degree) {
    return hits[search][degree - 1];
  }

  /** Returns the findings. */
  public ReplayFindings findings() {
    double fixedNanos =
        searches.stream().mapToLong(RecordedSearch::fixedNanos).average().orElseThrow();
    return new ReplayFindings(
        setting.cores(),
        searches.size(),
        searches.getFirst().chunks(),
        word(setting.ranked().sharing()),
        fixedNanos / 1e6,
        Arrays.stream(longest).mapToLong(i -> searches.get(i).fixedNanos()).average().orElseThrow()
            / 1e6,
        searches.stream().mapToLong(search -> search.openNanos(0)).average().orElseThrow() / 1e6,
        SearchReplays.meanChunkNanos(searches, setting.ranked().termination()) / 1e6,
        Arrays.stream(longest)
                .mapToLong(i -> costliestChunkNanos(searches.get(i)))
                .average()
                .orElseThrow()
            / 1e6,
        setting.handOffNanos() / 1e6,
        setting.scale(),
        latenessMs,
        chunkError,
        IntStream.rangeClosed(1, setting.maxDegree()).mapToObj(this::at).toList(),
        Arrays.stream(ChunkSharing.values()).map(this::of).toList());
  }

  private static long costliestChunkNanos(RecordedSearch search) {
    return IntStream.range(0, search.chunks()).mapToLong(search::chunkNanos).max().orElse(0);
  }

  private static String word(ChunkSharing sharing) {
    return sharing.name().toLowerCase(Locale.ROOT);
  }

  private ReplayFindings.AtDegree at(int degree) {
    StopSignal.check("stopped while replaying; nothing was written");
    List<RankedHits> found = Arrays.stream(hits).map(of -> of[degree - 1]).toList();
    double[] extra = extraChunks(found);
    Arrays.sort(extra);
    double exactMs =
        searches.stream()
            .mapToDouble(search -> exact(search, setting.ranked().sharing(), degree).nanos() / 1e6)
            .average()
            .orElseThrow();
    int[] all = IntStream.range(0, timesMs.length).toArray();
    double meanMs = meanMs(all, degree);
    Ratio longestSpeedup = longestSpeedup(degree);
    return new ReplayFindings.AtDegree(
        degree,
        meanMs,
        meanMs(longest, degree),
        meanMs(all, 1) / meanMs,
        longestSpeedup.value(),
        longestSpeedup.low(),
        longestSpeedup.high(),
        found.stream().mapToInt(RankedHits::chunksVisited).average().orElseThrow(),
        Arrays.stream(extra).average().orElseThrow(),
        Percentile.of(extra, 99),
        (int) extra[extra.length - 1],
        Arrays.stream(extra).filter(chunks -> chunks <= degree - 1).count() / (double) extra.length,
        speculativeShare(found),
        meanMs / exactMs);
  }

  private double meanMs(int[] of, int degree) {
    return Arrays.stream(of).mapToDouble(i -> timesMs[i][degree - 1]).average().orElseThrow();
  }

  private Ratio longestSpeedup(int degree) {
    return new PairedBootstrap(longest.length, degree)
        .ratio(PairedBootstrap.mean(longestMs(1)), PairedBootstrap.mean(longestMs(degree)));
  }

  private List<double[]> longestMs(int degree) {
    return Arrays.stream(longest).mapToObj(i -> new double[] {timesMs[i][degree - 1]}).toList();
  }

  private ReplayFindings.OfSharing of(ChunkSharing sharing) {
    var meanMs = new ArrayList<Double>();
    var extra = new ArrayList<Double>();
    var speculative = new ArrayList<Double>();
    for (int degree = 1; degree <= setting.maxDegree(); degree++) {
      StopSignal.check("stopped while replaying; nothing was written");
      int threads = degree;
      List<ReplayedSearch> replayed =
          searches.stream().map(search -> exact(search, sharing, threads)).toList();
      List<RankedHits> found = replayed.stream().map(ReplayedSearch::hits).toList();
      meanMs.add(replayed.stream().mapToLong(ReplayedSearch::nanos).average().orElseThrow() / 1e6);
      extra.add(Arrays.stream(extraChunks(found)).average().orElseThrow());
      speculative.add(speculativeShare(found));
    }
    return new ReplayFindings.OfSharing(word(sharing), meanMs, extra, speculative);
  }

  private double[] extraChunks(List<RankedHits> found) {
    return IntStream.range(0, found.size())
        .mapToDouble(i -> found.get(i).chunksVisited() - sequentialChunks(i))
        .toArray();
  }

  private double speculativeShare(List<RankedHits> found) {
    long visited = 0;
    long speculative = 0;
    for (int i = 0; i < found.size(); i++) {
      visited += found.get(i).chunksVisited();
      speculative += found.get(i).speculativeChunks(sequentialChunks(i));
    }
    return visited == 0 ? 0 : (double) speculative / visited;
  }

  private int sequentialChunks(int search) {
    return alone.get(search).hits().chunksVisited();
  }
}
