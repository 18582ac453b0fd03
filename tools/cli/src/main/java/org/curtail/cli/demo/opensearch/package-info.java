/**
 * {@code curtail demo --opensearch}: a cluster of OpenSearch on this machine, with and without the
 * plugin ({@link org.curtail.cli.demo.opensearch.DemoCluster}).
 */
@NullMarked
package org.curtail.cli.demo.opensearch;

import org.jspecify.annotations.NullMarked;
