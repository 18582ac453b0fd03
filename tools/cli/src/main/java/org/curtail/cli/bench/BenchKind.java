package org.curtail.cli.bench;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.cli.bench.opensearch.OpenSearchOptions;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.bench.servers.RedisOptions;
import org.curtail.cli.bench.servers.SearchServerOptions;
import org.curtail.cli.bench.workflow.WorkflowOptions;

/** A kind of bench: its requests and its server. */
enum BenchKind {
  /** Searches on this machine. */
  LIVE,
  /** Requests of a profile on emulated cores. */
  EMULATED,
  /** Requests of a log on replicas. */
  REPLICAS,
  /** Requests to Redis servers. */
  REDIS,
  /** Searches on servers of their own processes. */
  SERVERS,
  /** Requests through a graph of services, on replicas of each. */
  WORKFLOW,
  /** Searches on a cluster of OpenSearch. */
  CLUSTER;

  /** The option that each bench of this kind needs. */
  String option() {
    return switch (this) {
      case LIVE -> "--index";
      case EMULATED -> "--emulate-cores";
      case REPLICAS -> ReplicaOptions.REPLICAS;
      case REDIS -> RedisOptions.REDIS;
      case SERVERS -> SearchServerOptions.SERVERS;
      case WORKFLOW -> WorkflowOptions.WORKFLOW;
      case CLUSTER -> OpenSearchOptions.OPENSEARCH;
    };
  }

  /**
   * The kind that the options select.
   *
   * @param isCluster true if they are of a cluster
   * @throws org.curtail.benchkit.terminal.UsageError if the options select two kinds
   */
  static BenchKind of(
      EmulationOptions emulation,
      ReplicaOptions replicas,
      RedisOptions redis,
      SearchServerOptions servers,
      WorkflowOptions workflow,
      boolean isCluster) {
    if (redis.isAsked() || servers.isAsked()) {
      BenchKind kind = redis.isAsked() ? REDIS : SERVERS;
      OptionRules.excludes(OpenSearchOptions.OPENSEARCH, isCluster, kind.option());
      OptionRules.excludes(WorkflowOptions.WORKFLOW, workflow.isAsked(), kind.option());
      OptionRules.excludes(ReplicaOptions.REPLICAS, replicas.isAsked(), kind.option());
      OptionRules.excludes("--emulate-cores", emulation.isAsked(), kind.option());
      OptionRules.excludes(
          SearchServerOptions.SERVERS, kind == REDIS && servers.isAsked(), kind.option());
      return kind;
    }
    if (isCluster) {
      if (workflow.isAsked() || replicas.isAsked()) {
        throw OptionRules.excludes(
            workflow.isAsked() ? WorkflowOptions.WORKFLOW : ReplicaOptions.REPLICAS,
            OpenSearchOptions.OPENSEARCH);
      }
      return CLUSTER;
    }
    if (workflow.isAsked()) {
      OptionRules.excludes("--emulate-cores", emulation.isAsked(), WorkflowOptions.WORKFLOW);
      return WORKFLOW;
    }
    OptionRules.excludes(
        "--emulate-cores", replicas.isAsked() && emulation.isAsked(), ReplicaOptions.REPLICAS);
    return replicas.isAsked() ? REPLICAS : emulation.isAsked() ? EMULATED : LIVE;
  }
}
