// What other servers of this API have and this one lacks: gates and versions that a command line made for them may switch off,
// which changes nothing here.

/** Gates of features that are not here, those that can still be switched off in the release this server speaks. */
export const absentGates: ReadonlySet<string> = new Set(
  `
  APIServerIdentity APIServingWithRoutine AllowParsingUserUIDFromCertAuth
  CPUManagerPolicyAlphaOptions CPUManagerPolicyBetaOptions CSIVolumeHealth ClearingNominatedNodeNameAfterBinding
  ClientsAllowCBOR ClientsPreferCBOR CloudControllerManagerWebhook ClusterTrustBundle ComponentFlagz
  ComponentStatusz ConcurrentWatchObjectDecode ContainerCheckpoint ContextualLogging CustomCPUCFSQuotaPeriod
  DRAAdminAccess DRAPrioritizedList DRAResourceClaimDeviceStatus DRASchedulerFilterTimeout
  DeploymentReplicaSetTerminatingReplicas DetectCacheInconsistency
  DisableCPUQuotaWithExclusiveCPUs EventedPLEG ExternalServiceAccountTokenSigner GracefulNodeShutdown
  GracefulNodeShutdownBasedOnPodPriority HPAScaleToZero ImageMaximumGCAge InOrderInformers
  InPlacePodVerticalScaling InPlacePodVerticalScalingExclusiveCPUs InPlacePodVerticalScalingExclusiveMemory
  InTreePluginPortworxUnregister InformerResourceVersion JobManagedBy KubeletCrashLoopBackOffMax
  KubeletEnsureSecretPulledImages KubeletFineGrainedAuthz KubeletInUserNamespace KubeletPSI
  KubeletPodResourcesDynamicResources KubeletPodResourcesGet KubeletSeparateDiskGC
  KubeletServiceAccountTokenForCredentialProviders LocalStorageCapacityIsolationFSQuotaMonitoring
  LoggingAlphaOptions LoggingBetaOptions MatchLabelKeysInPodTopologySpread
  MatchLabelKeysInPodTopologySpreadSelectorMerge MemoryQoS
  NodeLogQuery NominatedNodeNameForExpectation OpenAPIEnums PodAndContainerStatsFromCRI PodDeletionCost
  PodLevelResources PodLogsQuerySplitStreams PodObservedGenerationTracking PodReadyToStartContainersCondition
  PodTopologyLabelsAdmission PortForwardWebsockets PreferSameTrafficDistribution PreventStaticPodAPIReferences
  ProcMountType QOSReserved ReduceDefaultCrashLoopBackOffDecay RelaxedServiceNameValidation
  ReloadKubeletServerCertificateFile RemoteRequestHeaderUID RotateKubeletServerCertificate
  RuntimeClassInImageCriApi SELinuxChangePolicy SELinuxMount SELinuxMountReadWriteOncePod SchedulerAsyncAPICalls
  SchedulerAsyncPreemption SchedulerPopFromBackoffQ ServiceAccountNodeAudienceRestriction SizeBasedListCostEstimate
  StatefulSetSemanticRevisionComparison StorageCapacityScoring StorageVersionAPI StorageVersionHash
  StorageVersionMigrator StrictIPCIDRValidation StructuredAuthenticationConfigurationEgressSelector
  SupplementalGroupsPolicy SystemdWatchdog TokenRequestServiceAccountUIDValidation
  TopologyManagerPolicyAlphaOptions TopologyManagerPolicyBetaOptions TranslateStreamCloseWebsocketRequests
  UnauthenticatedHTTP2DOSMitigation UnknownVersionInteroperabilityProxy UserNamespacesPodSecurityStandards
  UserNamespacesSupport WatchCacheInitializationPostStartHook WatchListClient WindowsCPUAndMemoryAffinity
  WindowsGracefulNodeShutdown
`
    .trim()
    .split(/\s+/),
);

/** Versions that are not served, by their template. */
export const absentVersions: readonly string[] = [
  'authentication.{api}/v1alpha1',
  'authentication.{api}/v1beta1',
  'certificates.{api}/v1alpha1',
  'certificates.{api}/v1beta1',
  'coordination.{api}/v1alpha2',
  'coordination.{api}/v1beta1',
  'flowcontrol.apiserver.{api}/v1beta1',
  'flowcontrol.apiserver.{api}/v1beta2',
  'flowcontrol.apiserver.{api}/v1beta3',
  'internal.apiserver.{api}/v1alpha1',
  'resource.{api}/v1alpha3',
  'resource.{api}/v1beta1',
  'resource.{api}/v1beta2',
  'storagemigration.{api}/v1alpha1',
];
